import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const offlineFeature: Feature = {
  screens: [
    { path: 'form', title: 'Offline Form', allow: sectionRules['Offline Form'].allow, opens: paths.newForm },
    {
      path: 'form/new',
      synonyms: ['new paper application'],
      title: 'New Form',
      allow: sectionRules['Offline Form'].allow,
      opens: lazyRouteComponent(() => import('./form/offline-new-page.tsx'), 'OfflineNewPage'),
      menu: { section: 'Offline Form', label: 'New Form' },
    },
    {
      path: 'form/manage',
      synonyms: ['paper applications'],
      title: 'Offline applications',
      allow: sectionRules['Offline Form'].allow,
      opens: lazyRouteComponent(() => import('./manage/offline-manage-page.tsx'), 'OfflineManagePage'),
      menu: { section: 'Offline Form', label: 'Manage' },
    },
    {
      path: 'form/manage/$id/correct',
      title: 'Correct application',
      allow: sectionRules['Offline Form'].allow,
      opens: lazyRouteComponent(() => import('./record/offline-correct-page.tsx'), 'OfflineCorrectPage'),
      offered: false,
    },
    {
      path: 'form/manage/$id/print',
      title: 'Print application',
      allow: sectionRules['Offline Form'].allow,
      opens: lazyRouteComponent(() => import('./record/offline-print-page.tsx'), 'OfflinePrintPage'),
      offered: false,
    },
  ],
  commands: [
    {
      label: 'Find by SSN',
      group: 'Actions',
      allow: sectionRules['Offline Form'].allow,
      address: paths.offlineApplications,
      presses: 'Find by SSN',
      synonyms: ['social security number'],
    },
  ],
}
