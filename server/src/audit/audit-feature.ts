import type { Feature } from '../feature.ts'
import { auditRoutes } from './audit-routes.ts'
import { auditSealer, sealingJob } from './chain/audit-sealer.ts'

export const auditFeature: Feature = {
  routes: auditRoutes,
  jobs: ({ services: { db, config } }) => [sealingJob(auditSealer(db, config))],
}
