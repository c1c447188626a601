import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'

interface CloseQuestion {
  /** Set by the content: closing would lose what was typed. */
  unsaved: RefObject<boolean>
  /** Closes, or asks first. */
  close(): void
  /** To be rendered beside the dialog. */
  question: ReactNode
}

/** Asks 'Really close?' before a dialog with unsaved input closes (SHELL-51). */
export function useCloseQuestion(opened: boolean, onClose: () => void): CloseQuestion {
  const [asking, setAsking] = useState(false)
  const unsaved = useRef(false)
  // Closed by another way, such as Back: it opens without the question.
  if (!opened && asking) setAsking(false)
  // Closing by another way, such as Back, gave up its input. The content that opens says itself what it restored.
  useLayoutEffect(() => {
    if (opened) unsaved.current = false
  }, [opened])
  return {
    unsaved,
    close: () => (unsaved.current ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        opened={opened && asking}
        title="Really close?"
        text="What you typed isn't saved."
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          unsaved.current = false
          onClose()
        }}
      />
    ),
  }
}
