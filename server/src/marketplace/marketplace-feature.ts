import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { marketplaceList } from './marketplace-list.ts'
import { marketplaceRoutes } from './marketplace-routes.ts'
import { searchMarketplace } from './search-marketplace.ts'

export const marketplaceFeature: Feature = {
  routes: marketplaceRoutes,
  areas: { Application: { list: marketplaceList, allow: sectionRules['Direct Enrollment'].links.Applications } },
  search: [searchMarketplace],
  menu: {
    Applications: {
      allow: sectionRules['Direct Enrollment'].links.Applications,
      list: marketplaceList,
      resource: 'Application',
    },
  },
}
