import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { paths } from '../platform/address/paths.ts'
import css from './logs.module.css'

/** Selected tab; the log by default. */
export const LogsTab = z.object({ tab: z.literal('activity').optional() })

/** Otherwise the router marks both links as current. */
const exactly = { exact: true, includeSearch: true }

/** Links between log and activity; filters are dropped, since they differ. */
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
