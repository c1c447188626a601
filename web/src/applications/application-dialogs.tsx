import { type ApplicationRow, applications } from '@coverdesk/domain/applications/application-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import type { useBulk } from '../bulk/use-bulk.ts'
import { searchAgents } from '../lookups/lookup-choices.ts'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { applicantOf } from './application-words.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { DeleteApplications } from './delete-applications.tsx'
import { EditApplicationDialog } from './edit-application-dialog.tsx'
import { NewApplicationDialog } from './new-application-dialog.tsx'
import { SubmittedDialog } from './submitted-dialog.tsx'

/** Dialogs of the screen, about one application or about the selected ones. */
export type ApplicationDialog =
  | { dialog: 'edit' | 'notes' | 'consent' | 'history' | 'submitted'; application: ApplicationRow }
  | { dialog: 'delete'; rows: readonly ApplicationRow[] }
  | { dialog: 'new' }

interface Props {
  open: ApplicationDialog | null
  onCreated(number: number): void
  onClose(): void
  bulk: ReturnType<typeof useBulk>['dialogs']
  /** Called after a status change; clears the selection. */
  onChanged(): void
}

const refreshes = [applications.list, applications.one, applications.history]
const questions: readonly BulkActionForm[] = [
  {
    action: 'application.agent',
    title: 'Assign',
    label: 'Agent',
    none: 'Unassigned',
    verb: 'Assign',
    source: { search: searchAgents },
    success: 'Set status success!',
    failed: 'Set status error',
  },
]

export function ApplicationDialogs({ open, bulk, onCreated, onClose, onChanged }: Props) {
  const about = (dialog: ApplicationDialog['dialog']) =>
    open?.dialog === dialog && 'application' in open ? open.application : null
  const noted = about('notes')
  return (
    <>
      <NewApplicationDialog opened={open?.dialog === 'new'} onCreated={onCreated} onClose={onClose} />
      <EditApplicationDialog application={about('edit')} onClose={onClose} />
      <NotesDialog
        of={noted && { entityMetadataId: notedKinds.application.id, entityId: noted.number, name: applicantOf(noted) }}
        onClose={onClose}
      />
      <ConsentDialog application={about('consent')} onClose={onClose} />
      <ApplicationHistory application={about('history')} onClose={onClose} />
      <SubmittedDialog application={about('submitted')} onClose={onClose} onDone={onChanged} />
      <DeleteApplications rows={open?.dialog === 'delete' ? open.rows : null} onClose={onClose} onDone={onChanged} />
      <BulkDialogs kind="application" {...bulk} questions={questions} refreshes={refreshes} />
    </>
  )
}
