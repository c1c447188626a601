import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const authorizationFeature: Feature = {
  screens: [
    {
      path: 'manage/exchange-authorization',
      guide: 'enroll-a-family',
      synonyms: ['one-time code', 'EDE', 'consent', 'marketplace'],
      title: 'Exchange Authorization',
      allow: sectionRules.Administration.links['Exchange Authorization'],
      opens: lazyRouteComponent(() => import('./authorization-rules-page.tsx'), 'AuthorizationRulesPage'),
      menu: { section: 'Administration', label: 'Exchange Authorization' },
    },
  ],
}
