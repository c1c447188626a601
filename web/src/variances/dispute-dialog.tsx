import type { DisputeInput } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { lazy, Suspense } from 'react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'

const MakeDispute = lazy(async () => ({ default: (await import('./make-dispute.tsx')).MakeDispute }))

interface DisputeDialogProps {
  /** Variances to dispute; without them the dialog is closed. */
  input: DisputeInput | undefined
  onClose(): void
  /** Called after the disputes were made. */
  onDone(): void
}

/** Shows what disputing variances makes, and makes it. */
export function DisputeDialog({ input, onClose, onDone }: DisputeDialogProps) {
  const phone = usePhone()
  return (
    <Dialog
      opened={input !== undefined}
      onClose={onClose}
      title="Dispute variances"
      size={520}
      fullScreen={phone}
      centered
    >
      <Suspense>{input ? <MakeDispute input={input} onClose={onClose} onDone={onDone} /> : null}</Suspense>
    </Dialog>
  )
}
