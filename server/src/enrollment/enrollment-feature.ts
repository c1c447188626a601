import type { Feature } from '../feature.ts'
import { enrollmentRoutes } from './enrollment-routes.ts'
import { enrollmentJob } from './enrollment-sender.ts'

export const enrollmentFeature: Feature = {
  routes: enrollmentRoutes,
  jobs: ({ services: { db, exchange }, log }) => [enrollmentJob(db, exchange, log)],
}
