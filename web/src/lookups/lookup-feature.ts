import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const lookupFeature: Feature = {
  screens: [
    {
      path: 'manage/lists',
      guide: 'start-an-agency',
      synonyms: ['locations', 'lead sources', 'note types', 'lookups'],
      title: 'Lists',
      allow: sectionRules.Administration.links.Lists,
      opens: lazyRouteComponent(() => import('./lists-page.tsx'), 'ListsPage'),
      menu: { section: 'Administration', label: 'Lists' },
    },
  ],
}
