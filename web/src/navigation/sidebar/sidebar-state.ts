import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'

const key = 'sidebar'

/** Widths in px of the expanded and the collapsed sidebar (SHELL-37). */
export const sidebarWidths = { open: 300, closed: 80 } as const

/**
 * Whether the sidebar is expanded: the last choice, expanded by default; below 1100 px collapsed until the user
 * expands it there (A-021, decision 269).
 */
export function useSidebar(): { open: boolean; toggle: () => void } {
  const narrow = useMediaQuery('(max-width: 1099.98px)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState(() => localStorage.getItem(key) !== 'closed')
  const [openThere, setOpenThere] = useState(false)
  useEffect(() => {
    if (!narrow) setOpenThere(false)
  }, [narrow])
  const open = narrow ? openThere : chosen
  const toggle = useCallback(() => {
    if (narrow) return setOpenThere((was) => !was)
    localStorage.setItem(key, chosen ? 'closed' : 'open')
    setChosen(!chosen)
  }, [narrow, chosen])
  return { open, toggle }
}
