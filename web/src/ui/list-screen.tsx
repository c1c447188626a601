import type { ReactNode } from 'react'
import css from './list-screen.module.css'

/**
 * The frame of a list: its header, the table to the bottom edge, the pager, and the selection bar floating above it, in
 * this order. It takes the whole height that the shell leaves.
 */
export function ListScreen({ children }: { children: ReactNode }) {
  return <div className={css.screen}>{children}</div>
}
