import type { Feature } from '../feature.ts'
import { menuRoutes } from './menu-routes.ts'

export const menuFeature: Feature = { routes: menuRoutes }
