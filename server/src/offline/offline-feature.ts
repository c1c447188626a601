import type { Feature } from '../feature.ts'
import { offlineRoutes } from './offline-routes.ts'
import { searchOffline } from './search-offline.ts'

export const offlineFeature: Feature = {
  routes: offlineRoutes,
  search: [searchOffline],
}
