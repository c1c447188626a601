import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const cmsRegistrationFeature: Feature = {
  screens: [
    {
      path: 'manage/cms-registration',
      guide: 'load-plans',
      synonyms: ['RCL', 'registration completion list', 'termination list', 'FFM', 'NPN'],
      title: 'CMS Registration',
      allow: sectionRules.Administration.links['CMS Registration'],
      opens: lazyRouteComponent(() => import('./cms-registration-page.tsx'), 'CmsRegistrationPage'),
      menu: { section: 'Administration', label: 'CMS Registration' },
    },
  ],
}
