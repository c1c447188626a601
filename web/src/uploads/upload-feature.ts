import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const uploadFeature: Feature = {
  screens: [
    {
      path: 'manage/upload',
      title: 'Upload Files',
      allow: sectionRules.Administration.links['Upload Files'],
      opens: lazyRouteComponent(() => import('./upload-page.tsx'), 'UploadPage'),
      menu: { section: 'Administration', label: 'Upload Files' },
    },
  ],
}
