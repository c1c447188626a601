import { Failure } from '@coverdesk/domain/failure.ts'
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ConnectionLost } from '../platform/failures/connection-lost.ts'
import { Notice } from '../ui/page/notice.tsx'

/** For errors that are no server response: a lost connection, or a bug whose text helps no user. */
const unforeseen = 'Check your connection and try again.'

/** Replaces a screen that failed to open: the reason and a retry. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    // React asks only once for code that it loads later, and a newer version of the server no longer has it.
    if (!isOfServer(error) && navigator.onLine) location.reload()
    else void router.invalidate()
  }
  return (
    <Notice title="Couldn't open this screen" text={error instanceof Failure ? error.message : unforeseen} alert>
      <Button variant="filled" onClick={again}>
        Try again
      </Button>
    </Notice>
  )
}

/** Whether a request failed, which the screen sends again. */
function isOfServer(error: unknown): boolean {
  return error instanceof Failure || error instanceof ConnectionLost
}
