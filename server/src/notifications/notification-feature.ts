import type { Feature } from '../feature.ts'
import { notificationRoutes } from './notification-routes.ts'
import { notificationWire } from './notification-wire.ts'

export const notificationFeature: Feature = {
  routes: notificationRoutes,
  socket: [notificationWire],
}
