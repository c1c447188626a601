import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { toasts } from '../../platform/toasts/toasts.tsx'

/** Download of all refused rows with reasons, to correct and upload again. */
export function RefusedDownload({ save }: { save(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      toasts.failure('', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      onClick={run}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      Refused rows (CSV)
    </Button>
  )
}
