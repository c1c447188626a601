import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import { seesOwned } from '../platform/auth/owned-records.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { offlineList } from './offline-list.ts'
import { offlineRoutes } from './offline-routes.ts'
import { offlineVisibility } from './offline-visibility.ts'
import { processMany } from './process-many.ts'
import { searchOffline } from './search-offline.ts'

export const offlineFeature: Feature = {
  routes: offlineRoutes,
  areas: {
    OfflineApp: {
      list: offlineList,
      allow: sectionRules['Offline Form'].links.Manage,
      owned: { allWith: 'admin.OfflineApp' },
    },
  },
  search: [searchOffline],
  bulk: { 'offline.processed': processMany },
  bulkLists: { offline: bulkList(offline.list.input, () => offlineList, offlineVisibility) },
  noted: {
    offline: (db, user, ids) =>
      visibleRecords(db, ids, {
        table: 'offline_applications',
        key: 'id',
        owner: 'owner',
        visibility: seesOwned(user, 'OfflineApp'),
      }),
  },
}
