import type { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { done, type Example, type ExamplesOf, nothing } from '../example.ts'
import { nowhere } from '../example-records.ts'

/** A notification of an actor. */
async function toldTo({ db }: TestApp, userId: number): Promise<{ id: number }> {
  return await db
    .insertInto('notifications')
    .values({ user_id: userId, kind: 'upload', facts: JSON.stringify({ file: 'leads', state: 'loaded' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Notifications of others are never visible, whatever the rights. */
const ofOneself = {
  answers: { own: 200, others: 404, seesAll: 404, missing: 404 },
  own: ({ agency, me }) => toldTo(agency, me.userId),
  others: ({ agency, other }) => toldTo(agency, other.userId),
  missing: () => ({ id: nowhere }),
} satisfies Example<typeof notifications.one>

export const notificationExamples: ExamplesOf<typeof notifications> = {
  list: nothing,
  unread: nothing,
  one: ofOneself,
  setAllRead: { answers: done, own: () => ({ read: true }) },
  setRead: {
    ...ofOneself,
    own: async (scene) => ({ ...(await ofOneself.own(scene)), read: true }),
    others: async (scene) => ({ ...(await ofOneself.others(scene)), read: true }),
    missing: () => ({ id: nowhere, read: true }),
  },
  remove: ofOneself,
}
