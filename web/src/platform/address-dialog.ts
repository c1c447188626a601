import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'

type Change = (values: Record<string, string | number | undefined>, options?: { replace: boolean }) => unknown

/**
 * Opens a dialog over a list by the address (?dialog=edit&user=7), so that it can be linked and Back closes it. `record`
 * is the address's name for whom it is about. `show` opens another one in place of the open one; `close` goes back where
 * it was opened from, or takes it out of the address that somebody came with; `end` does so and changes what the list
 * shows.
 */
export function useAddressDialog<Dialog extends string>(
  record: string,
  address: { pageNumber: number },
  change: Change,
) {
  // The first page stands in no address.
  const pageNumber = address.pageNumber === 1 ? undefined : address.pageNumber
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (dialog: Dialog, id?: number) => {
      openedHere.current = true
      change({ dialog, [record]: id, pageNumber })
    },
    [change, record, pageNumber],
  )
  const show = (dialog: Dialog, id: number) => change({ dialog, [record]: id, pageNumber }, { replace: true })
  const close = () => {
    if (openedHere.current) history.back()
    else change({ dialog: undefined, [record]: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  const end = (list: Record<string, string | number | undefined>) => {
    change({ ...list, dialog: undefined, [record]: undefined, pageNumber: undefined }, { replace: true })
    openedHere.current = false
  }
  return { open, show, close, end }
}

/** A dialog that is open, or fading out; `nth` counts the openings. */
export interface Opening<Dialog extends string> {
  dialog: Dialog | undefined
  id: number | undefined
  nth: number
  opened: boolean
}

/** The dialog of the address; what it showed stays while it fades out. */
export function useOpening<Dialog extends string>(dialog: Dialog | undefined, id: number | undefined): Opening<Dialog> {
  const [held, setHeld] = useState<Opening<Dialog>>({ dialog, id, nth: 0, opened: false })
  const opened = dialog !== undefined
  if (opened !== held.opened || (opened && (dialog !== held.dialog || id !== held.id))) {
    const next = opened ? { dialog, id, nth: held.nth + 1, opened } : { ...held, opened }
    setHeld(next)
    return next
  }
  return held
}
