import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { useHasAccess } from '../access/current-user.ts'
import { Dashboard } from '../dashboard/dashboard.tsx'
import { GreetingPage } from './greeting-page.tsx'

/** /portal/dashboard: the dashboard for an agent, the greeting for others, including customers (SHELL-10, A-005). */
export function StartPage() {
  return useHasAccess(sectionRules.Dashboard.allow) ? <Dashboard /> : <GreetingPage />
}
