import { z } from 'zod'
import { paths } from '../platform/address/paths.ts'
import { PageTabs } from '../ui/page/page-tabs.tsx'

/** Selected tab; the log by default. */
export const LogsTab = z.object({ tab: z.literal('activity').optional() })

const tabs = [{ label: 'Log' }, { tab: 'activity', label: 'Activity' }]

/** Links between log and activity. */
export function LogsTabs({ tab }: { tab: 'log' | 'activity' }) {
  const current = tab === 'log' ? undefined : tab
  return <PageTabs label="Log and activity" to={paths.logs} tabs={tabs} current={current} />
}
