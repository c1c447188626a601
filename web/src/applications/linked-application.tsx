import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { EditApplicationDialog } from './edit-application-dialog.tsx'

interface Props {
  /** Id from the URL; undefined when closed. */
  id: string | undefined
  onClose(): void
}

/** Opens the application of a link or search result, whichever page of the list it is on. */
export function LinkedApplication({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(applications.one, { id: id ?? '' }),
    enabled: id !== undefined,
  })
  const failed = id !== undefined && !data && error !== null
  return (
    <>
      <EditApplicationDialog application={(id !== undefined && data) || null} onClose={onClose} />
      <Dialog opened={failed} onClose={onClose} title="Application" size={560} centered>
        {error ? (
          <FailedState
            title="Couldn't load the application."
            why={failureMessage(error)}
            retry={() => void refetch()}
          />
        ) : null}
      </Dialog>
    </>
  )
}
