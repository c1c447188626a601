import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const carrierFeature: Feature = {
  screens: [
    {
      path: 'manage/carriers',
      guide: 'start-an-agency',
      synonyms: ['merge carriers', 'insurers'],
      title: 'Carriers',
      allow: sectionRules.Administration.links.Carriers,
      opens: lazyRouteComponent(() => import('./carriers-page.tsx'), 'CarriersPage'),
      menu: { section: 'Administration', label: 'Carriers' },
    },
  ],
  commands: [
    {
      label: 'New carrier',
      group: 'Actions',
      allow: sectionRules.Administration.links.Carriers,
      address: paths.carriers,
      presses: 'Add a carrier',
    },
  ],
}
