import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { useUiTexts } from '../texts/ui-texts.ts'

/** Asks before the screen is left, as by the palette or Back, with unsaved input. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved(): boolean }) {
  const guard = useLeaveGuard(isUnsaved)
  const { question, consequence, yes, no } = useUiTexts().leave
  return (
    <ConfirmDialog
      opened={guard.asking}
      title={question}
      text={consequence}
      yes={yes}
      no={no}
      onYes={guard.leave}
      onNo={guard.stay}
    />
  )
}
