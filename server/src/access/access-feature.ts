import type { Feature } from '../feature.ts'
import { accessRoutes } from './access-routes.ts'
import { signInSweepJob } from './sign-in/sweep-sign-ins.ts'

export const accessFeature: Feature = {
  routes: accessRoutes,
  jobs: ({ services: { db } }) => [signInSweepJob(db)],
}
