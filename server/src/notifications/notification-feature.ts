import type { Feature } from '../feature.ts'
import { notificationRoutes } from './notification-routes.ts'
import { notificationSocket } from './notification-socket.ts'

export const notificationFeature: Feature = {
  routes: notificationRoutes,
  socket: [notificationSocket],
}
