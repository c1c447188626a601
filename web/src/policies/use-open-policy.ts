import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { type PolicyAddress, pageInAddress } from './policy-address.ts'

type Change = (
  values: { policy: number | undefined; pageNumber: number | undefined },
  options?: { replace: boolean },
) => unknown

/**
 * Opens the detail of a policy over the list by its id in the address, so that it can be linked and Back closes it.
 * `show` goes on to another policy in place of the open one; `close` goes back where the detail was opened from, or
 * takes it out of the address that somebody came with.
 */
export function useOpenPolicy(address: PolicyAddress, change: Change) {
  const pageNumber = pageInAddress(address)
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    ({ id }: PolicyRow) => {
      openedHere.current = true
      change({ policy: id, pageNumber })
    },
    [change, pageNumber],
  )
  const show = (id: number) => change({ policy: id, pageNumber }, { replace: true })
  const close = () => {
    if (openedHere.current) history.back()
    else change({ policy: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  return { open, show, close }
}
