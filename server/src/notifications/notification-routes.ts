import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import {
  countUnread,
  findNotification,
  findNotifications,
  markAll,
  markOne,
  removeNotification,
} from './notification-queries.ts'

export function notificationRoutes(on: Bind): void {
  on(notifications.list, findNotifications)
  on(notifications.unread, countUnread)
  on(notifications.one, findNotification)
  on(notifications.setAllRead, markAll)
  on(notifications.setRead, markOne)
  on(notifications.remove, removeNotification)
}
