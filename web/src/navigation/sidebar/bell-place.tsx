import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { useHasAccess } from '../../access/current-user.ts'
import { paths } from '../../platform/address/paths.ts'
import { NotificationBell } from './notification-bell.tsx'

/** Notification bell of the sidebar, on a phone of the top bar, for agents (A-038, decision 307). */
export function BellPlace() {
  const opens = useHasAccess(sectionRules.Marketing.allow) ? paths.marketing : paths.notifications
  return useHasAccess(sectionRules.Dashboard.allow) ? <NotificationBell opens={opens} /> : null
}
