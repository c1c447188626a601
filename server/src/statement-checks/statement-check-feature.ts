import type { Feature } from '../feature.ts'
import { statementCheckRoutes } from './statement-check-routes.ts'

export const statementCheckFeature: Feature = { routes: statementCheckRoutes }
