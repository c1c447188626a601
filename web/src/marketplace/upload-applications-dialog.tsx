import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { PlainLoadDialog } from '../uploads/plain-load-dialog.tsx'

/** Upload CSV of marketplace applications (MKAPP-08, MKAPP-09). */
export function UploadApplicationsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const undo = useSend(marketplace.undoUpload, { refreshes: [marketplace.list] })
  return (
    <PlainLoadDialog
      opened={opened}
      onClose={onClose}
      title="Upload CSV"
      help="The file needs the column exchangeAssignedId, or ffm_app_id as in client exports of the exchange. Applications are matched by this id."
      nouns={['application', 'applications']}
      overwrite="Overwrite existing applications"
      send={(file, options) => sendFile(marketplace.upload, options, file, { asForm: true })}
      undo={(batchId) => undo.mutateAsync({ batchId })}
      refreshes={[marketplace.list]}
    />
  )
}
