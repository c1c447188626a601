import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { useFormTexts } from '../fields/form-texts.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'

/** Asks before the screen is left, as by the palette or Back, with unsaved input. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved(): boolean }) {
  const guard = useLeaveGuard(isUnsaved)
  const { question, consequence, yes, no } = useFormTexts().leave
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
