import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import {
  ApplicationForm,
  ApplicationInputs,
  type ApplicationSent,
  type ApplicationTyped,
  emptyApplication,
} from './application-fields.tsx'

interface NewApplicationDialogProps {
  opened: boolean
  onCreated(number: number): void
  onClose(): void
}

/** New: creates an application with 'Submission Success!' (APP-07), or 'Submission error' and the reason (APP-09). */
export function NewApplicationDialog({ opened, onCreated, onClose }: NewApplicationDialogProps) {
  const create = useSend(applications.create, { refreshes: [applications.list] })
  return (
    <FormModal<ApplicationTyped, ApplicationSent>
      opened={opened}
      onClose={onClose}
      title="New application"
      schema={ApplicationForm}
      values={emptyApplication}
      submit="Create application"
      draftKey="application:new"
      onSubmit={async (sent) => {
        try {
          onCreated((await create.mutateAsync(sent)).number)
        } catch (failure) {
          toasts.failure('Submission error', failure)
          throw failure
        }
        toasts.success('Submission Success!')
        onClose()
      }}
    >
      <ApplicationInputs carrier="" />
    </FormModal>
  )
}
