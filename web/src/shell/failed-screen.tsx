import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { failureMessage } from '../platform/failure-message.ts'
import { Notice } from './notice.tsx'

/** In place of a screen that could not be opened: what failed, and the way to try it again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Notice title="This screen could not be opened" text={failureMessage(error)} alert>
      <Button variant="filled" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </Notice>
  )
}
