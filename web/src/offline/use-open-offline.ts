import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

type Change = (
  values: { application: number | undefined; pageNumber: number | undefined },
  options?: { replace: boolean },
) => unknown

/**
 * Opens an application over the list by its id in the address, so that it can be linked and Back closes it; `close` goes
 * back where it was opened from, or takes it out of the address that somebody came with.
 */
export function useOpenOffline(address: { pageNumber: number }, change: Change) {
  const pageNumber = address.pageNumber === 1 ? undefined : address.pageNumber
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (application: number) => {
      openedHere.current = true
      change({ application, pageNumber })
    },
    [change, pageNumber],
  )
  const close = () => {
    if (openedHere.current) history.back()
    else change({ application: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  return { open, close }
}
