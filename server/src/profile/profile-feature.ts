import type { Feature } from '../feature.ts'
import { profileRoutes } from './profile-routes.ts'

export const profileFeature: Feature = { routes: profileRoutes }
