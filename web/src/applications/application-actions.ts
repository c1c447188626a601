import type { ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { editProblem, statusChangeProblem } from '@coverdesk/domain/applications/application-status.ts'
import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { clientConsents, maxEvidence } from '@coverdesk/domain/consents/client-consent-contract.ts'
import {
  IconFileCertificate,
  IconHistory,
  IconListCheck,
  IconNotes,
  IconPencil,
  IconSend,
  IconSignature,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import { downloadFile } from '../platform/api/call.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { ApplicationDialog } from './application-dialogs.tsx'

const oneOnly = 'Select exactly one application'
const needsAdmin = 'You need the permission admin.Application'

/** Actions on the selected applications (APP-05), each with the reason if it is unavailable. */
export function applicationActions(
  rows: readonly ApplicationRow[],
  runs: boolean,
  open: (dialog: ApplicationDialog) => void,
  askMany: (action: BulkAction) => void,
): ListAction[] {
  const [first, second] = rows
  const openFor = (dialog: 'edit' | 'notes' | 'consent' | 'history' | 'submitted') => () => {
    if (first && !second) open({ dialog, application: first })
  }
  const refused = second ? oneOnly : undefined
  const notNow = (why: (row: ApplicationRow) => string | undefined) => rows.map(why).find(Boolean)
  return [
    { label: 'View/Edit', icon: IconPencil, primary: true, hint: '↵', refused, onClick: openFor('edit') },
    {
      label: 'Application Wizard',
      icon: IconListCheck,
      refused: refused ?? notNow(({ statusId }) => editProblem(statusId)),
      onClick: () => first && location.assign(withQuery(paths.edeNew, { application: first.id })),
    },
    { label: 'Notes', icon: IconNotes, refused, onClick: openFor('notes') },
    {
      label: 'Send Consent',
      icon: IconSignature,
      onClick: openFor('consent'),
      refused: refused ?? notNow(({ statusId }) => editProblem(statusId)),
    },
    { label: 'History', icon: IconHistory, refused, onClick: openFor('history') },
    {
      label: 'Download Evidence',
      icon: IconFileCertificate,
      refused: rows.length > maxEvidence ? `Select at most ${maxEvidence} applications` : undefined,
      onClick: () => {
        downloadFile(clientConsents.evidence, { applicationIds: rows.map(({ id }) => id).join() }).catch((error) =>
          toasts.failure("Couldn't download the evidence.", error),
        )
      },
    },
    {
      label: 'Assign',
      icon: IconUserPlus,
      refused: runs ? undefined : needsAdmin,
      ofEverything: true,
      onClick: () => askMany('application.agent'),
    },
    {
      label: 'Submitted',
      icon: IconSend,
      onClick: openFor('submitted'),
      refused: refused ?? notNow(({ statusId, inWizard }) => statusChangeProblem('SUB', statusId, inWizard)),
    },
    {
      label: 'Delete',
      icon: IconTrash,
      quiet: true,
      danger: true,
      refused: runs ? notNow(({ statusId }) => statusChangeProblem('VOID', statusId)) : needsAdmin,
      onClick: () => open({ dialog: 'delete', rows }),
    },
  ]
}
