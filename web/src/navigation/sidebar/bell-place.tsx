import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazy, Suspense } from 'react'
import { useMayPass } from '../../access/person.ts'

const NotificationBell = lazy(async () => ({
  default: (await import('./notification-bell.tsx')).NotificationBell,
}))

/** Notification bell at the head of the sidebar, for users with Marketing. */
export function BellPlace({ onGo }: { onGo?: () => void }) {
  if (!useMayPass(sectionRules.Marketing.allow)) return null
  return <Suspense>{onGo ? <NotificationBell onGo={onGo} /> : <NotificationBell />}</Suspense>
}
