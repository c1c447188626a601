import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const uploadFeature: Feature = {
  screens: [
    {
      path: 'manage/upload',
      guide: 'load-a-file',
      synonyms: ['import', 'undo'],
      title: 'Upload Files',
      allow: sectionRules.Administration.links['Upload Files'],
      opens: lazyRouteComponent(() => import('./upload-page.tsx'), 'UploadPage'),
      menu: { section: 'Administration', label: 'Upload Files' },
    },
  ],
  commands: [
    {
      label: 'Load policies',
      group: 'Actions',
      allow: actionRules.loadsFiles,
      address: paths.upload,
      presses: 'Load Policies',
      synonyms: ['import', 'upload'],
    },
    {
      label: 'Load commissions',
      group: 'Actions',
      allow: actionRules.loadsFiles,
      address: paths.upload,
      presses: 'Load Commissions',
      synonyms: ['import', 'upload'],
    },
  ],
}
