import type { Feature } from '../feature.ts'
import { applicationRoutes } from './application-routes.ts'
import { searchInternalApplications } from './search-applications.ts'

export const applicationFeature: Feature = {
  routes: applicationRoutes,
  search: [searchInternalApplications],
}
