import type { Feature } from '../feature.ts'
import { statementRoutes } from './statement-routes.ts'

export const statementFeature: Feature = { routes: statementRoutes }
