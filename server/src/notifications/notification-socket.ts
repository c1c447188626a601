import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { z } from 'zod'
import { type WireService, wireMethod } from '../platform/realtime/wire-service.ts'
import {
  findNotification,
  findNotifications,
  markAll,
  markOne,
  readable,
  removeNotification,
} from './notification-queries.ts'

/** What a stock client writes into the query of a find. Whose they are is not asked: only ever the own ones. */
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

/** What it patches, and which of them: `read_at` is ours to say. */
const Patch = z.strictObject({ read: z.boolean(), read_at: z.unknown().optional() })
const Which = z.strictObject({ read: z.boolean().optional(), user_id: z.unknown().optional() })

const one = ([id]: readonly unknown[]) => ({ id })

/** One's own notifications by Feathers' protocol, as its stock client calls them (NOTIF-03 to NOTIF-07). */
export const notificationSocket: WireService = {
  name: 'notifications',
  methods: {
    find: () => wireMethod(notifications.list, ([query]) => Find.parse(query ?? {}), findNotifications),
    get: () => wireMethod(notifications.one, one, findNotification),
    patch: ([id, data, query]) => {
      const { read } = Patch.parse(data)
      if (id !== null) return wireMethod(notifications.setRead, () => ({ id, read }), markOne)
      // What the query asks for may be so already, and then nothing changes.
      const nothing = Which.parse(query ?? {}).read === read
      return wireMethod(notifications.setAllRead, () => ({ read }), nothing ? async () => [] : markAll)
    },
    remove: () => wireMethod(notifications.remove, one, removeNotification),
  },
  asRead: readable,
}
