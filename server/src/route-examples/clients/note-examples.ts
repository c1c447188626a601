import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { addNote } from '../../notes/note-queries.ts'
import { submittedBy } from '../../offline/offline-test-people.ts'
import { auditKey } from '../../platform/audit/audit-mac.ts'
import { type Actor, type ExamplesOf, type Made, ofOneAgentOrOffline, type Scene } from '../example.ts'
import { customerOf, leadOf, nowhere, unpaidOf } from '../example-records.ts'
import { applicationOf } from '../sales/application-examples.ts'

const noted = {
  own: (scene: Scene) => notedRecord(scene, scene.me),
  others: (scene: Scene) => notedRecord(scene, scene.other),
  missing: async (scene: Scene) => ({ ...(await notedRecord(scene, scene.me)), entityId: nowhere }),
}
const noteOn = (of: Made<typeof notes.list>) => async (scene: Scene) => ({ ...(await of(scene)), noteBody: 'Called.' })

export const noteExamples: ExamplesOf<typeof notes> = {
  list: { answers: ofOneAgentOrOffline, ...noted, shows: withNote },
  add: {
    answers: ofOneAgentOrOffline,
    own: noteOn(noted.own),
    others: noteOn(noted.others),
    missing: noteOn(noted.missing),
    leaves: { action: 'create', entity: 'note' },
  },
  attachment: {
    answers: ofOneAgentOrOffline,
    own: async (scene) => ({ noteId: await attachedNote(scene, await noted.own(scene)) }),
    others: async (scene) => ({ noteId: await attachedNote(scene, await noted.others(scene)) }),
    missing: () => ({ noteId: nowhere }),
  },
  completeFollowUp: {
    answers: { own: 200, others: 404, missing: 404 },
    own: async (scene) => ({ noteId: await dueNote(scene, scene.me) }),
    others: async (scene) => ({ noteId: await dueNote(scene, scene.other) }),
    missing: () => ({ noteId: nowhere }),
    leaves: { action: 'update', entity: 'note' },
  },
}

/** A record of an actor that has a note. */
async function withNote(scene: Scene): Promise<InputOf<typeof notes.list>> {
  const record = await noted.own(scene)
  await attachedNote(scene, record)
  return record
}

/** Note of an actor with a follow-up, on the actor's own agent. */
async function dueNote({ agency }: Scene, { userId, agentId }: Actor): Promise<number> {
  const { id } = await agency.db
    .insertInto('notes')
    .values({
      kind: notedKinds.agent.id,
      record_id: agentId ?? 0,
      body: 'Call again.',
      created_by: userId,
      follow_up_on: '2026-11-20',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A record of an actor, of a kind whose notes the caller may read. */
async function notedRecord({ agency, me }: Scene, of: Actor): Promise<InputOf<typeof notes.list>> {
  const { agentId } = of
  const { roles, claims } = await agency.db
    .selectFrom('users')
    .select(['roles', 'claims'])
    .where('id', '=', me.userId)
    .executeTakeFirstOrThrow()
  if (roles.includes('administrator')) return { entityMetadataId: notedKinds.agent.id, entityId: agentId ?? 0 }
  // Notes of applications can be read with any role (ACCESS-14).
  if (!roles.includes('agent'))
    return { entityMetadataId: notedKinds.application.id, entityId: (await applicationOf(agency, of)).number }
  // Users who see all offline applications get one of those, which matches the statuses above.
  if (
    claims.includes('admin.OfflineApp') ||
    !claims.some((claim) => /\.(customer|Lead|Application|Policy)$/.test(claim))
  )
    return { entityMetadataId: notedKinds.offline.id, entityId: await submittedBy(agency, of) }
  if (mayPass(notedKinds.lead.allow, { roles, claims }))
    return { entityMetadataId: notedKinds.lead.id, entityId: await leadOf(agency, { agentId }) }
  if (mayPass(notedKinds.customer.allow, { roles, claims }))
    return { entityMetadataId: notedKinds.customer.id, entityId: await customerOf(agency, agentId) }
  if (mayPass(notedKinds.unpaid.allow, { roles, claims }))
    return { entityMetadataId: notedKinds.unpaid.id, entityId: await unpaidOf(agency, 'unpaid', of) }
  return { entityMetadataId: notedKinds.application.id, entityId: (await applicationOf(agency, of)).number }
}

async function attachedNote({ agency, me }: Scene, record: InputOf<typeof notes.list>): Promise<number> {
  const file = { name: 'letter.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7') }
  const audit = {
    userId: me.userId,
    sessionId: null,
    address: null,
    requestId: null,
    key: auditKey(agency.services.config.auditSecret),
  }
  const { entityId, entityMetadataId } = {
    entityId: Number(record.entityId),
    entityMetadataId: Number(record.entityMetadataId),
  }
  return (
    await addNote(agency.db, { userId: me.userId, audit }, { entityId, entityMetadataId, noteBody: 'Called.', file })
  ).id
}
