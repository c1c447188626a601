import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazy, Suspense } from 'react'
import { useHasAccess } from '../../access/current-user.ts'

const NotificationBell = lazy(async () => ({
  default: (await import('./notification-bell.tsx')).NotificationBell,
}))

/** Notification bell of the sidebar, on a phone of the top bar, for users with Marketing. */
export function BellPlace() {
  if (!useHasAccess(sectionRules.Marketing.allow)) return null
  return (
    <Suspense>
      <NotificationBell />
    </Suspense>
  )
}
