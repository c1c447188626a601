import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { AddressValues } from './address.ts'
import type { OpenRecord } from './open-records.ts'

/** List whose URL says what is open above it. */
interface ListBelow {
  pageNumber: number
  setValues(values: AddressValues, options?: { replace: boolean }): unknown
}

/**
 * Opens something above a list through the URL, so that it can be linked and Back closes it. `show` replaces what is
 * open; `close` goes back to where it was opened from, or applies `closed` if the user arrived by its URL; `end` closes
 * it and changes the list.
 */
function useOverList({ pageNumber: page, setValues }: ListBelow, closed: AddressValues) {
  // The first page is not in the URL.
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

/** Record open above a list: ?policy=7, where `record` is its name in the URL. */
export function useAddressRecord(record: OpenRecord, list: ListBelow) {
  const { open: openValues, show, close } = useOverList(list, { [record]: undefined })
  const open = useCallback((id: number | string) => openValues({ [record]: id }), [openValues, record])
  return { open, show: (id: number | string) => show({ [record]: id }), close }
}

/**
 * Dialog open above a list, and its record: ?dialog=edit&user=7, where `record` is the name of the record in the URL.
 */
export function useAddressDialog<Dialog extends string>(record: OpenRecord, list: ListBelow) {
  const { open: openValues, show, close, end } = useOverList(list, { dialog: undefined, [record]: undefined })
  const open = useCallback((dialog: Dialog, id?: number) => openValues({ dialog, [record]: id }), [openValues, record])
  return { open, show: (dialog: Dialog, id: number) => show({ dialog, [record]: id }), close, end }
}

/**
 * Dialog of a list that is not in the URL. The record that the URL names afterwards, as by the palette, takes its place.
 */
export function useOwnDialog<Dialog>(named: number | string | undefined) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [before, setBefore] = useState(named)
  if (named !== before) {
    setBefore(named)
    if (named !== undefined) setDialog(null)
  }
  return [dialog, setDialog] as const
}

/** Dialog that is open or fading out; `nth` counts the times it was opened. */
export interface Opening<Dialog extends string> {
  dialog: Dialog | undefined
  id: number | undefined
  nth: number
  opened: boolean
}

/** Dialog of the URL; its content stays while it fades out. */
export function useOpening<Dialog extends string>(dialog: Dialog | undefined, id: number | undefined): Opening<Dialog> {
  const [opening, setOpening] = useState<Opening<Dialog>>({ dialog, id, nth: 0, opened: false })
  const opened = dialog !== undefined
  if (opened !== opening.opened || (opened && (dialog !== opening.dialog || id !== opening.id))) {
    const next = opened ? { dialog, id, nth: opening.nth + 1, opened } : { ...opening, opened }
    setOpening(next)
    return next
  }
  return opening
}
