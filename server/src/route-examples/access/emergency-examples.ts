import type { emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import type { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { sql } from 'kysely'
import { done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

/** A request for emergency access by a user, whose earlier ones have ended. */
async function requested({ agency }: Scene, userId: number): Promise<number> {
  await sql`update emergency_accesses set ended_at = now() where user_id = ${userId} and ended_at is null`.execute(
    agency.db,
  )
  const { id } = await agency.db
    .insertInto('emergency_accesses')
    .values({
      user_id: userId,
      reason: 'A client is in the hospital',
      minutes: 30,
      asked_at: new Date(),
      ask_expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const status = (entity: string) => ({ action: 'status', entity })

export const emergencyExamples: ExamplesOf<typeof emergency> = {
  list: {
    ...nothing,
    shows: async (scene) => {
      await requested(scene, scene.other.userId)
      return {}
    },
  },
  own: { ...nothing, answers: { own: 204 } },
  ask: {
    answers: done,
    own: async ({ agency, me }) => {
      await sql`update emergency_accesses set ended_at = now() where user_id = ${me.userId}`.execute(agency.db)
      return { reason: 'A client is in the hospital', minutes: 30 as const }
    },
    leaves: { action: 'create', entity: 'emergency access' },
  },
  decide: {
    answers: { own: 403, others: 200, missing: 404 },
    own: async (scene) => ({ id: await requested(scene, scene.me.userId), approve: false }),
    others: async (scene) => ({ id: await requested(scene, scene.other.userId), approve: false }),
    missing: () => ({ id: nowhere, approve: false }),
    leaves: status('emergency access'),
  },
  end: {
    answers: { own: 200, others: 404, seesAll: 200, allWith: 'securityadmin', missing: 404 },
    own: async (scene) => ({ id: await requested(scene, scene.me.userId) }),
    others: async (scene) => ({ id: await requested(scene, scene.other.userId) }),
    missing: () => ({ id: nowhere }),
    leaves: status('emergency access'),
  },
}

/** A waiting grant for a user, requested by another one. */
async function waiting({ agency, me }: Scene, userId: number, askedBy = userId): Promise<number> {
  const { id } = await agency.db
    .insertInto('rights_grants')
    .values({
      user_id: userId,
      act: 'rights',
      rights: 'role administrator',
      asked_by: askedBy,
      asked_at: new Date(),
      payload: JSON.stringify({ id: me.userId }),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const grantExamples: ExamplesOf<typeof rightsGrants> = {
  list: {
    ...nothing,
    shows: async (scene) => {
      await waiting(scene, scene.other.userId)
      return {}
    },
  },
  decide: {
    answers: { own: 403, others: 200, missing: 404 },
    own: async (scene) => ({ id: await waiting(scene, scene.me.userId), approve: false }),
    others: async (scene) => ({ id: await waiting(scene, scene.other.userId), approve: false }),
    missing: () => ({ id: nowhere, approve: false }),
    leaves: status('rights request'),
  },
  withdraw: {
    answers: { own: 200, others: 403, missing: 404 },
    own: async (scene) => ({ id: await waiting(scene, scene.other.userId, scene.me.userId) }),
    others: async (scene) => ({ id: await waiting(scene, scene.me.userId, scene.other.userId) }),
    missing: () => ({ id: nowhere }),
    leaves: status('rights request'),
  },
}
