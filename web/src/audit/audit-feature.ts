import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const auditFeature: Feature = {
  screens: [
    {
      path: 'manage/audit_logs',
      synonyms: ['history', 'activity'],
      title: 'Audit Logs',
      allow: sectionRules.Administration.links['Audit Logs'],
      opens: lazyRouteComponent(() => import('./audit-logs-page.tsx'), 'AuditLogsPage'),
      menu: { section: 'Administration', label: 'Audit Logs' },
    },
  ],
}
