import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const ptoFeature: Feature = {
  screens: [
    {
      path: 'pto',
      title: 'Paid time off',
      allow: sectionRules.Pto.allow,
      opens: lazyRouteComponent(() => import('./pto-page.tsx'), 'PtoPage'),
      menu: { section: 'Pto' },
    },
  ],
}
