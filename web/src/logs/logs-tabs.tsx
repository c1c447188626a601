import { z } from 'zod'
import { PageTabs } from '../lists/page-tabs.tsx'
import { paths } from '../platform/address/paths.ts'

/** Selected tab; the log by default. */
export const LogsTab = z.object({ tab: z.literal('activity').optional() })

const tabs = [{ label: 'Log' }, { tab: 'activity', label: 'Activity' }]

/** Links between log and activity. */
export function LogsTabs({ tab }: { tab: 'log' | 'activity' }) {
  const current = tab === 'log' ? undefined : tab
  return <PageTabs label="Log and activity" to={paths.logs} tabs={tabs} current={current} />
}
