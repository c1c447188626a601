import { randomBytes } from 'node:crypto'
import type { access } from '@coverdesk/domain/access/access-contract.ts'
import type { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import type { rightsToAskFor } from '@coverdesk/domain/access/missing-rights-contract.ts'
import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { sql } from 'kysely'
import { addRegistration } from '../../access/registration/registrations.ts'
import { beginAttempt, linkCodeHash, newLinkCode } from '../../access/sign-in/sign-in-attempts.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import { password } from '../../second-factor/factor-test-person.ts'
import { from } from '../actor.ts'
import { alike, anyUser, done, type ExamplesOf, login, logout, nothing, type Scene, userUpdate } from '../example.ts'
import { newPassword, nowhere, unique } from '../example-records.ts'

const passwordHash = hashPassword(password)

const forgot = {
  own: ({ me }: Scene) => ({ user: me.userName }),
  missing: () => ({ user: unique('unknown') }),
  leaves: { action: 'reset-link', entity: 'user' },
}

export const accessExamples: ExamplesOf<typeof access> = {
  login: {
    answers: { own: 200, missing: 401 },
    own: ({ me }) => ({ user: me.userName, pass: password }),
    missing: () => ({ user: unique('unknown'), pass: password }),
    leaves: login,
  },
  logout: { ...nothing, leaves: logout },
  logoutByGet: { ...nothing, leaves: logout },
  currentUser: nothing,
}

export const passwordExamples: ExamplesOf<typeof passwords> = {
  forgot: { answers: alike, ...forgot },
  forgotByGet: { answers: alike, ...forgot },
  reset: {
    answers: { own: 200, missing: 400 },
    own: async ({ agency, me }) => ({
      user: me.userName,
      code: await beginAttempt(agency.db, { userId: me.userId, purpose: 'reset', minutes: 5, ...from }),
      ...newPassword(),
    }),
    missing: ({ me }) => ({ user: me.userName, code: randomBytes(24).toString('base64url'), ...newPassword() }),
    leaves: userUpdate,
  },
  register: {
    answers: done,
    own: () => {
      const user = unique('new')
      return { user, email: user, ...newPassword() }
    },
    leaves: { action: 'create', entity: 'user' },
  },
  confirm: {
    answers: { own: 200, missing: 400 },
    own: async ({ agency }) => {
      const userName = unique('confirmed')
      const { code } = await addRegistration(agency.db, {
        userName,
        email: userName,
        firstName: 'Pat',
        lastName: 'Example',
        phone: null,
        language: 'en',
        passwordHash: await passwordHash,
      })
      return { code, pass: password }
    },
    missing: () => ({ code: newLinkCode(), pass: password }),
    leaves: { action: 'create', entity: 'user' },
  },
  resetByAdmin: {
    // One's own password needs the current one, in My Account.
    answers: { ...anyUser, own: 403 },
    own: ({ me }) => ({ id: me.userId, ...newPassword() }),
    others: async ({ agency, other }) => {
      // Without this, the password of a user with more rights could not be set.
      await sql`update agency_settings set second_approval = false`.execute(agency.db)
      return { id: other.userId, ...newPassword() }
    },
    missing: () => ({ id: nowhere, ...newPassword() }),
    leaves: userUpdate,
  },
}

export const rightsToAskForExamples: ExamplesOf<typeof rightsToAskFor> = { one: nothing }

const asInvited = (userId: (scene: Scene) => number) => async (scene: Scene) => {
  await invite(scene, userId(scene))
  return { id: userId(scene) }
}

export const invitationExamples: ExamplesOf<typeof invitations> = {
  read: {
    answers: { own: 200, missing: 400 },
    own: async (scene) => ({ code: await invite(scene, scene.me.userId) }),
    missing: () => ({ code: newLinkCode() }),
  },
  accept: {
    answers: { own: 200, missing: 400 },
    own: async (scene) => ({ code: await invite(scene, scene.me.userId), ...newPassword() }),
    missing: () => ({ code: newLinkCode(), ...newPassword() }),
    leaves: userUpdate,
  },
  send: {
    answers: anyUser,
    own: asInvited(({ me }) => me.userId),
    others: asInvited(({ other }) => other.userId),
    missing: () => ({ id: nowhere }),
    leaves: userUpdate,
  },
  revoke: {
    answers: anyUser,
    own: asInvited(({ me }) => me.userId),
    others: asInvited(({ other }) => other.userId),
    missing: () => ({ id: nowhere }),
    leaves: userUpdate,
  },
}

/** Stores an open invitation of a user and returns its code. */
async function invite({ agency }: Scene, userId: number): Promise<string> {
  const code = newLinkCode()
  await sql`
    insert into user_invitations (user_id, code_hash, expires_at) values (${userId}, ${linkCodeHash(code)}, now() + interval '1 hour')
    on conflict (user_id) do update set code_hash = excluded.code_hash, revoked_at = null`.execute(agency.db)
  return code
}
