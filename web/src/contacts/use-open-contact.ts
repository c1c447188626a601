import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { pageInAddress } from './contact-address.ts'

type Change = (
  values: { contact: number | undefined; pageNumber: number | undefined },
  options?: { replace: boolean },
) => unknown

/**
 * Opens the details of a contact over the list by its id in the address, so that it can be linked and Back closes it;
 * `close` goes back where they were opened from, or takes them out of the address that somebody came with.
 */
export function useOpenContact(address: { pageNumber: number }, change: Change) {
  const pageNumber = pageInAddress(address)
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (contact: number) => {
      openedHere.current = true
      change({ contact, pageNumber })
    },
    [change, pageNumber],
  )
  const close = () => {
    if (openedHere.current) history.back()
    else change({ contact: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  return { open, close }
}
