import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { AddressValues } from './address.ts'

/** A list whose address says what is open over it. */
interface ListBelow {
  pageNumber: number
  setValues(values: AddressValues, options?: { replace: boolean }): unknown
}

/**
 * Opens something over a list by the address, so that it can be linked and Back closes it. `show` puts another in place
 * of the open one; `close` goes back where it was opened from, or takes `closed` into the address that somebody came
 * with; `end` closes and changes what the list shows.
 */
function useOverList({ pageNumber: page, setValues }: ListBelow, closed: AddressValues) {
  // The first page stands in no address.
  const pageNumber = page === 1 ? undefined : page
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (values: AddressValues) => {
      openedHere.current = true
      setValues({ ...values, pageNumber })
    },
    [setValues, pageNumber],
  )
  const show = (values: AddressValues) => void setValues({ ...values, pageNumber }, { replace: true })
  const close = () => {
    if (openedHere.current) history.back()
    else setValues({ ...closed, pageNumber }, { replace: true })
    openedHere.current = false
  }
  const end = (values: AddressValues) => {
    setValues({ ...values, ...closed, pageNumber: undefined }, { replace: true })
    openedHere.current = false
  }
  return { open, show, close, end }
}

/** A record open over a list: ?policy=7, where `record` is the address's name for it. */
export function useAddressRecord(record: string, list: ListBelow) {
  const { open: openValues, show, close } = useOverList(list, { [record]: undefined })
  const open = useCallback((id: number | string) => openValues({ [record]: id }), [openValues, record])
  return { open, show: (id: number | string) => show({ [record]: id }), close }
}

/** A dialog open over a list, and whom it is about: ?dialog=edit&user=7, where `record` is the address's name for that. */
export function useAddressDialog<Dialog extends string>(record: string, list: ListBelow) {
  const { open: openValues, show, close, end } = useOverList(list, { dialog: undefined, [record]: undefined })
  const open = useCallback((dialog: Dialog, id?: number) => openValues({ dialog, [record]: id }), [openValues, record])
  return { open, show: (dialog: Dialog, id: number) => show({ dialog, [record]: id }), close, end }
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
