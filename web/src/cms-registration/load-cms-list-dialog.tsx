import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { useSend } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { PlainLoadDialog } from '../uploads/plain-load-dialog.tsx'

const words = {
  registrations: {
    title: 'Load registration list',
    help: 'CMS’s Agent and Broker Registration Completion List, a CSV of data.healthcare.gov. The file needs the columns npn, applicable_plan_year and individual_registration_completion_date. It replaces the list before.',
    upload: cmsRegistration.uploadRegistrations,
    undo: cmsRegistration.undoRegistrations,
  },
  terminations: {
    title: 'Load termination list',
    help: 'CMS’s list of terminated and reinstated agents, a CSV of data.healthcare.gov. The file needs the columns NPN, Status (T1 to T4, R1 to R4) and Date. It replaces the list before.',
    upload: cmsRegistration.uploadTerminations,
    undo: cmsRegistration.undoTerminations,
  },
} as const

/** Loads one of CMS's lists, with undo. */
export function LoadCmsListDialog({ kind, onClose }: { kind: CmsFileKind | null; onClose(): void }) {
  return kind === null ? null : <LoadOf key={kind} kind={kind} onClose={onClose} />
}

function LoadOf({ kind, onClose }: { kind: CmsFileKind; onClose(): void }) {
  const { title, help, upload, undo } = words[kind]
  const takeBack = useSend(undo, { refreshes: [cmsRegistration.list, cmsRegistration.lists] })
  return (
    <PlainLoadDialog
      opened
      onClose={onClose}
      title={title}
      help={help}
      nouns={['row', 'rows']}
      send={(file, { overwrite: _none, ...options }) => sendFile(upload, options, file)}
      undo={(batchId) => takeBack.mutateAsync({ batchId })}
      refreshes={[cmsRegistration.list, cmsRegistration.lists]}
    />
  )
}
