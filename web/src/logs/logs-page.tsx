import { useInAddress } from '../platform/address/address.ts'
import { ActivityList } from './activity-list.tsx'
import { LogList } from './log-list.tsx'
import { LogsTab } from './logs-tabs.tsx'

/** Application log and activity (LOG-01 to LOG-05). */
export function LogsPage() {
  const { tab } = useInAddress(LogsTab)
  return tab === 'activity' ? <ActivityList /> : <LogList />
}
