import type { Feature } from '../feature.ts'
import { assignVariances } from './assign-variances.ts'
import { canSeeVariance } from './variance-queries.ts'
import { varianceRoutes } from './variance-routes.ts'

export const varianceFeature: Feature = {
  routes: varianceRoutes,
  bulk: { 'variance.agent': assignVariances },
  noted: { variance: (db, user, id) => canSeeVariance(db, user.visibility('Statement'), id) },
}
