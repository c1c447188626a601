import { randomUUID } from 'node:crypto'
import type { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import type { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import type { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { codeHash, newSentCode } from '../../second-factor/factor-codes.ts'
import { password } from '../../second-factor/factor-test-person.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { from } from '../actor.ts'
import { type Actor, done, type ExamplesOf, logout, nothing, type Scene, userUpdate } from '../example.ts'
import { newPassword, nowhere, unique, userOf } from '../example-records.ts'

const profileInput = async ({ agency, me }: Scene) => {
  const { version } = await agency.db
    .selectFrom('contacts')
    .select('version')
    .where('id', '=', me.contactId)
    .executeTakeFirstOrThrow()
  return { id: me.contactId, version, firstName: 'Pat', emails: [], phones: [], addresses: [] }
}

export const profileExamples: ExamplesOf<typeof profile> = {
  one: {
    answers: { own: 200, others: 404, missing: 404 },
    own: ({ me }) => ({ id: me.contactId }),
    others: ({ other }) => ({ id: other.contactId }),
    missing: () => ({ id: nowhere }),
  },
  save: {
    answers: { own: 200, others: 403, missing: 403 },
    own: profileInput,
    others: async (scene) => ({ ...(await profileInput(scene)), id: scene.other.contactId }),
    missing: async (scene) => ({ ...(await profileInput(scene)), id: nowhere }),
    leaves: { action: 'update', entity: 'contact' },
  },
  sessions: nothing,
  endSession: {
    answers: { own: 200, others: 404, missing: 404 },
    own: async ({ agency, me }) => ({ id: await sessionOf(agency, me) }),
    others: async ({ agency, other }) => ({ id: await sessionOf(agency, other) }),
    missing: () => ({ id: randomUUID() }),
    leaves: logout,
  },
  endOtherSessions: { ...nothing, leaves: { action: 'logout', entity: 'user' } },
}

export const ownPhotoExamples: ExamplesOf<typeof ownPhoto> = {
  photo: { ...nothing, answers: { own: 204 } },
  setPhoto: {
    ...nothing,
    file: async () => ({
      bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4c4fc9' } })
        .png()
        .toBuffer(),
      type: 'image/png',
      name: 'me.png',
    }),
    leaves: { action: 'update', entity: 'photo' },
  },
  removePhoto: { ...nothing, leaves: { action: 'update', entity: 'photo' } },
}

export const ownSignInExamples: ExamplesOf<typeof ownSignIn> = {
  read: nothing,
  save: {
    answers: done,
    own: async ({ agency, me }) => {
      const { version } = await userOf(agency, me.userId)
      return { email: unique('moved'), phone: null, language: 'es' as const, current: password, version }
    },
    leaves: userUpdate,
  },
  confirmEmail: {
    answers: done,
    own: async ({ agency, me }) => {
      const [id, code] = [randomUUID(), newSentCode()]
      await sql`delete from email_changes where user_id = ${me.userId}`.execute(agency.db)
      await sql`
        insert into email_changes (user_id, id, email, code_hash, expires_at)
        values (${me.userId}, ${id}, ${unique('moved')}, ${codeHash(agency.services.config, id, code)}, now() + interval '5 minutes')`.execute(
        agency.db,
      )
      return { code }
    },
    leaves: userUpdate,
  },
  confirmPhone: {
    answers: done,
    own: async ({ agency, me }) => {
      const [id, code] = [randomUUID(), newSentCode()]
      await sql`delete from phone_changes where user_id = ${me.userId}`.execute(agency.db)
      await sql`
        insert into phone_changes (user_id, id, phone, code_hash, expires_at)
        values (${me.userId}, ${id}, '3055550177', ${codeHash(agency.services.config, id, code)}, now() + interval '5 minutes')`.execute(
        agency.db,
      )
      return { code }
    },
    leaves: userUpdate,
  },
  changePassword: { answers: done, own: () => ({ current: password, ...newPassword() }), leaves: userUpdate },
}

async function sessionOf(agency: TestApp, { userId }: Actor): Promise<string> {
  await agency.services.sessions.begin(agency.db, userId, from)
  const { id } = await agency.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
