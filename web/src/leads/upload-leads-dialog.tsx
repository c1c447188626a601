import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { download } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { PlainLoadDialog } from '../uploads/plain-load-dialog.tsx'

/** Uploads a file of leads, with undo (LEAD-11 to LEAD-14). */
export function UploadLeadsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const undo = useSend(leads.undoUpload, { refreshes: [leads.list] })
  return (
    <PlainLoadDialog
      opened={opened}
      onClose={onClose}
      title="Upload leads"
      help="The file needs the columns FFMApplicationID and State; other columns are ignored. Existing leads are updated. Details are copied from the matching application."
      nouns={['lead', 'leads']}
      send={(file, { overwrite: _none, ...options }) => sendFile(leads.upload, options, file)}
      undo={(batchId) => undo.mutateAsync({ batchId })}
      saveRefused={(runId) => download(leads.refusals, { runId }, 'csv')}
      refreshes={[leads.list]}
    />
  )
}
