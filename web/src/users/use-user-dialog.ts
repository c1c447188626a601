import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { pageInAddress, type UserAddress, type UserDialog } from './user-address.ts'

interface Shown {
  dialog: UserDialog | undefined
  user: number | undefined
}
type ListChange = { readonly [Name in 'login' | 'org' | 'role' | 'enabled' | 'sort' | 'order']?: string | undefined }
type Change = (
  values: Shown & ListChange & { pageNumber: number | undefined },
  options?: { replace: boolean },
) => unknown

/**
 * Opens a dialog over the list by the address, so that it can be linked and Back closes it. `show` opens another one in
 * place of the open one; `close` goes back where it was opened from, or takes it out of the address that somebody came
 * with; `end` does so and changes what the list shows.
 */
export function useUserDialog(address: UserAddress, change: Change) {
  const pageNumber = pageInAddress(address)
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (dialog: UserDialog, user?: number) => {
      openedHere.current = true
      change({ dialog, user, pageNumber })
    },
    [change, pageNumber],
  )
  const show = (dialog: UserDialog, user: number) => change({ dialog, user, pageNumber }, { replace: true })
  const close = () => {
    if (openedHere.current) history.back()
    else change({ dialog: undefined, user: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  const end = (list: ListChange) => {
    change({ ...list, dialog: undefined, user: undefined, pageNumber: undefined }, { replace: true })
    openedHere.current = false
  }
  return { open, show, close, end }
}
