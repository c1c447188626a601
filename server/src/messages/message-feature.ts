import type { Feature } from '../feature.ts'
import { messageRoutes } from './message-routes.ts'
import { outboxJob } from './outbox-delivery.ts'

export const messageFeature: Feature = {
  routes: messageRoutes,
  jobs: ({ delivery }) => [outboxJob(delivery)],
}
