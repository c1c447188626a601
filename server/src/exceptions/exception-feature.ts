import type { Feature } from '../feature.ts'
import { exceptionRoutes } from './exception-routes.ts'

export const exceptionFeature: Feature = { routes: exceptionRoutes }
