import { healthSherpa, type UpdateRow } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './health-sherpa.module.css'
import { policyWords } from './update-columns.tsx'

/** Connects the application of an update with one of the agency. */
export function ConnectDialog({ update, onClose }: { update: UpdateRow | null; onClose(): void }) {
  const connect = useSend(healthSherpa.connect, { refreshes: [healthSherpa.list] })
  return (
    <FormModal
      opened={update !== null}
      onClose={onClose}
      title="Connect with an application"
      schema={healthSherpa.connect.input}
      values={{ id: update?.id ?? 0, appId: update?.appId ?? '' }}
      submit="Connect"
      formKey={update?.id ?? 0}
      onSubmit={async (values) => {
        await connect.mutateAsync(values)
        onClose()
        toasts.success('Connected. Further updates of this application follow.')
      }}
    >
      {update ? (
        <p className={css.about}>
          HealthSherpa’s application {update.applicationId}
          {update.clientName ? ` of ${update.clientName}` : ''}
          {update.policies.length > 0 ? `: ${policyWords(update)}` : ''}. Compare the name and the plan before you
          connect it.
        </p>
      ) : null}
      <TextField name="appId" label="Exchange ID of your application" required />
    </FormModal>
  )
}
