import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const logFeature: Feature = {
  screens: [
    {
      path: 'manage/logs',
      title: 'Logs',
      allow: sectionRules.Administration.links.Logs,
      opens: lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
      menu: { section: 'Administration', label: 'Logs' },
    },
  ],
}
