import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { paths } from '../platform/address/paths.ts'
import css from './logs.module.css'

/** Which of the two lists the screen shows; the log where the address says nothing. */
export const LogsTab = z.object({ tab: z.literal('activity').optional() })

/** Or else the router takes both for the current one. */
const exactly = { exact: true, includeSearch: true }

/** The way from one list to the other; each begins without filters, as they do not mean the same. */
export function LogsTabs({ tab }: { tab: 'log' | 'activity' }) {
  const current = (name: string) => (tab === name ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <nav className={css.tabs} aria-label="Log and activity">
      <Link to={paths.logs} activeOptions={exactly} className={css.tab} {...current('log')}>
        Log
      </Link>
      <Link
        to={paths.logs}
        search={{ tab: 'activity' }}
        activeOptions={exactly}
        className={css.tab}
        {...current('activity')}
      >
        Activity
      </Link>
    </nav>
  )
}
