import type { Feature } from '../feature.ts'
import { messageRoutes } from './message-routes.ts'
import { oldestDueMessage } from './oldest-due-message.ts'
import { outboxJob } from './outbox-delivery.ts'

export const messageFeature: Feature = {
  routes: messageRoutes,
  gauges: [oldestDueMessage],
  jobs: ({ delivery }) => [outboxJob(delivery)],
}
