import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import '../../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { OfflineView } from './offline-view.tsx'

interface OfflineModalProps {
  /** Id of the application; undefined when closed. */
  id: number | undefined
  onNotes(applicationId: number, applicant: string): void
  onClose(): void
}

/** Details of an application. Stays mounted, so that focus returns to its trigger. */
export function OfflineModal({ id, onNotes, onClose }: OfflineModalProps) {
  const phone = usePhone()
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={id === undefined ? 'Application' : `Application ${id}`}
      size={880}
      centered
      fullScreen={phone}
    >
      {id === undefined ? null : <Loaded id={id} onNotes={onNotes} />}
    </Dialog>
  )
}

function Loaded({ id, onNotes }: { id: number; onNotes: OfflineModalProps['onNotes'] }) {
  const { data, failureReason, refetch } = useQuery(apiQuery(offline.one, { id }))
  if (data) return <OfflineView application={data} actions={{ onNotes, onReload: () => void refetch() }} />
  if (failureReason)
    return (
      <FailedState
        title="Couldn't load the application."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  return (
    <div role="status" aria-label="Loading the application">
      <SkeletonBar width="40%" height={20} />
      <SkeletonBar width="80%" height={20} />
    </div>
  )
}
