import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { z } from 'zod'
import { type SocketService, socketMethod } from '../platform/realtime/socket-method.ts'
import {
  findNotification,
  findNotifications,
  markAll,
  markOne,
  readableInPlace,
  removeNotification,
} from './notification-queries.ts'

/** Query of a find by a standard client. A user id in it is ignored: only the caller's own are found. */
const Find = z
  .strictObject({
    $limit: z.number().optional(),
    $skip: z.number().optional(),
    $sort: z.strictObject({ created_at: z.union([z.literal(1), z.literal(-1)]) }).optional(),
    read: z.boolean().optional(),
    user_id: z.unknown().optional(),
  })
  .transform(({ $limit, $skip, $sort, read }) => ({
    limit: $limit,
    skip: $skip,
    order: $sort?.created_at === 1 ? 'asc' : 'desc',
    read,
  }))

/** Patch data and target; `read_at` is set by the server. */
const Patch = z.strictObject({ read: z.boolean(), read_at: z.unknown().optional() })
const Which = z.strictObject({ read: z.boolean().optional(), user_id: z.unknown().optional() })

const toId = ([id]: readonly unknown[]) => ({ id })

/** The caller's notifications over the Feathers protocol of the standard client (NOTIF-03 to NOTIF-07). */
export const notificationSocket: SocketService = {
  name: 'notifications',
  methods: {
    find: () => socketMethod(notifications.list, ([query]) => Find.parse(query ?? {}), findNotifications),
    get: () => socketMethod(notifications.one, toId, findNotification),
    patch: ([id, data, query]) => {
      const { read } = Patch.parse(data)
      if (id !== null) return socketMethod(notifications.setRead, () => ({ id, read }), markOne)
      // The patch may match the current state; then nothing changes.
      const nothing = Which.parse(query ?? {}).read === read
      return socketMethod(notifications.setAllRead, () => ({ read }), nothing ? async () => [] : markAll)
    },
    remove: () => socketMethod(notifications.remove, toId, removeNotification),
  },
  asRead: readableInPlace,
}
