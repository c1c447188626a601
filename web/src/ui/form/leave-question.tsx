import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'

/** Asks before the screen is left, as by the palette or Back, with unsaved input. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved(): boolean }) {
  const guard = useLeaveGuard(isUnsaved)
  return (
    <ConfirmDialog
      opened={guard.asking}
      title="Leave without saving?"
      text="What you typed isn't saved."
      yes="Leave"
      no="Stay"
      onYes={guard.leave}
      onNo={guard.stay}
    />
  )
}
