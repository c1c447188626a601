import { Failure } from '@coverdesk/domain/failures.ts'
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Notice } from '../ui/page/notice.tsx'

/** For what is no answer of the server: a lost connection, or a fault in the page, whose text helps nobody. */
const unforeseen = 'The connection or the page failed. Check your connection and try again.'

/** In place of a screen that could not be opened: what failed, and the way to try it again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Notice title="This screen could not be opened" text={error instanceof Failure ? error.message : unforeseen} alert>
      <Button variant="filled" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </Notice>
  )
}
