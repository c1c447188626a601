import type { Feature } from '../feature.ts'
import { assignLines } from './assign-lines.ts'
import { statementRoutes } from './statement-routes.ts'

export const statementFeature: Feature = { routes: statementRoutes, bulk: { 'line.agent': assignLines } }
