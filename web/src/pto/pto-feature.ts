import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const ptoFeature: Feature = {
  screens: [
    {
      path: 'pto',
      synonyms: ['vacation', 'time off', 'leave'],
      title: 'Paid time off',
      allow: sectionRules.Pto.allow,
      opens: lazyRouteComponent(() => import('./pto-page.tsx'), 'PtoPage'),
      menu: { section: 'Pto' },
    },
  ],
  commands: [
    {
      label: 'New time off request',
      group: 'Actions',
      allow: sectionRules.Pto.allow,
      address: paths.pto,
      presses: 'New request',
      synonyms: ['pto', 'vacation'],
    },
  ],
}
