import { Failure } from '@coverdesk/domain/failure.ts'
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Notice } from '../ui/page/notice.tsx'

/** For errors that are no server response: a lost connection, or a bug whose text helps no user. */
const unforeseen = 'Check your connection and try again.'

/** Replaces a screen that failed to open: the reason and a retry. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Notice title="Couldn't open this screen" text={error instanceof Failure ? error.message : unforeseen} alert>
      <Button variant="filled" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </Notice>
  )
}
