import type { Feature } from '../feature.ts'
import { enrollmentRoutes } from './enrollment-routes.ts'
import { enrollmentJob } from './enrollment-sender.ts'
import { enrollmentSubject } from './enrollment-subject.ts'

export const enrollmentFeature: Feature = {
  routes: enrollmentRoutes,
  consentSubjects: { enrollment: enrollmentSubject },
  jobs: ({ services: { db, exchange }, log }) => [enrollmentJob(db, exchange, log)],
}
