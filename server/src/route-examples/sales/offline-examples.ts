import type { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { draftOf, OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { sql } from 'kysely'
import { mariaVega, submittedBy } from '../../offline/offline-test-people.ts'
import { password } from '../../second-factor/factor-test-person.ts'
import { alike, anyUser, done, type ExamplesOf, nothing, ofOneAgentOrOffline, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

const offlineStatus = { action: 'status', entity: 'offline-application' }
export const anyApplication = <More extends object>(more: (scene: Scene) => More | Promise<More>) => ({
  own: async (scene: Scene) => ({ id: await submittedBy(scene.agency, scene.me), ...(await more(scene)) }),
  others: async (scene: Scene) => ({ id: await submittedBy(scene.agency, scene.other), ...(await more(scene)) }),
  missing: async (scene: Scene) => ({ id: nowhere, ...(await more(scene)) }),
})

const correction = () => {
  const { submissionId: _, note: _note, ...typed } = mariaVega({ firstName: 'Marina' })
  return { ...typed, offlineAppMembers: [] }
}

export const offlineExamples: ExamplesOf<typeof offline> = {
  list: nothing,
  submit: { answers: done, own: () => mariaVega({}), leaves: { action: 'create', entity: 'offline-application' } },
  authority: { answers: done, own: () => ({ state: 'FL' }) },
  draft: {
    answers: done,
    own: async ({ agency, me }) => {
      const place = { table: 'offline_drafts', row: String(me.userId), column: 'content_sealed' }
      const draft = agency.services.sealer.seal(place, JSON.stringify(draftOf(OfflineTyped.parse(mariaVega({})))))
      await sql`
        insert into offline_drafts (user_id, content_sealed, saved_at) values (${me.userId}, ${draft}, now())
        on conflict (user_id) do update set content_sealed = excluded.content_sealed, saved_at = now()`.execute(
        agency.db,
      )
      return {}
    },
    leaves: { action: 'read', entity: 'offline-draft' },
  },
  keepDraft: { answers: done, own: () => ({ values: draftOf(OfflineTyped.parse(mariaVega({}))) }) },
  dropDraft: nothing,
  findBySsn: {
    answers: alike,
    own: async ({ agency, me }) => {
      await submittedBy(agency, me)
      return { ssn: '900-12-3456' }
    },
    missing: () => ({ ssn: '900-99-9999' }),
  },
  one: { answers: ofOneAgentOrOffline, ...anyApplication(() => ({})) },
  correct: {
    answers: { ...ofOneAgentOrOffline, changesWith: 'admin.OfflineApp' },
    ...anyApplication(() => ({ ...correction(), version: 1 })),
    leaves: { action: 'update', entity: 'offline-application' },
  },
  history: { answers: ofOneAgentOrOffline, ...anyApplication(() => ({})) },
  process: { answers: anyUser, ...anyApplication(() => ({ version: 1, processed: true })), leaves: offlineStatus },
  hold: {
    answers: anyUser,
    ...anyApplication(() => ({ version: 1, held: true, reason: 'Complaint' })),
    leaves: offlineStatus,
  },
  reveal: {
    answers: anyUser,
    ...anyApplication(async ({ agency, me }) => {
      // Other requests of the matrix may have set up an app, whose code would be required.
      await sql`delete from user_authenticators where user_id = ${me.userId}`.execute(agency.db)
      return { field: 'ssn' as const, reason: 'The exchange asks for it', password }
    }),
    leaves: { action: 'reveal', entity: 'offline-application' },
  },
}
