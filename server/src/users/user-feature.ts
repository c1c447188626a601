import type { Feature } from '../feature.ts'
import { searchUsers } from './search-users.ts'
import { userRoutes } from './user-routes.ts'

export const userFeature: Feature = { routes: userRoutes, search: [searchUsers] }
