import type { Feature } from '../feature.ts'
import { alertJob } from './alert-job.ts'
import { alertRoutes } from './alert-routes.ts'
import { auditCheckJob } from './audit-check-job.ts'

export const alertFeature: Feature = {
  routes: alertRoutes,
  jobs: ({ services, log }) => [alertJob(services.db, services, log), ...auditCheckJob(services.db, services, log)],
}
