import type { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, bulkKinds, processed } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { submittedBy } from '../../offline/offline-test-people.ts'
import { type Actor, type Answers, anyUser, done, type ExamplesOf, ofOneAgent, type Scene } from '../example.ts'
import { clientOf, customerOf, leadOf, nowhere, unpaidOf, varianceOf } from '../example-records.ts'
import { applicationOf } from '../sales/application-examples.ts'

/** A bulk action on one record of an actor: the value it sets, and the value before. */
interface OneOfMany {
  action: BulkAction
  value: (me: Actor) => number | null
  holds: (whose: Actor) => number | null
  recordOf: (agency: Scene['agency'], whose: Actor) => Promise<number>
  answers: Answers
  comment?: string
}

function examplesOf(kind: BulkKind, record: OneOfMany): ExamplesOf<(typeof bulk)[BulkKind]> {
  const { action, recordOf, answers, holds } = record
  const { entity } = bulkKinds[kind]
  const toSet = ({ me }: Scene) => ({ action, value: record.value(me) })
  const comment = record.comment === undefined ? {} : { comment: record.comment }
  const previews = async (scene: Scene, id: Promise<number> | number) => ({ ...toSet(scene), ids: [await id] })
  const applies = async (scene: Scene, whose: Actor, id: Promise<number> | number) => ({
    ...toSet(scene),
    ...comment,
    records: [{ id: await id, mark: `1:${holds(whose) ?? ''}` }],
  })
  return {
    preview: {
      answers,
      own: (scene) => previews(scene, recordOf(scene.agency, scene.me)),
      others: (scene) => previews(scene, recordOf(scene.agency, scene.other)),
      missing: (scene) => previews(scene, nowhere),
    },
    apply: {
      answers,
      own: (scene) => applies(scene, scene.me, recordOf(scene.agency, scene.me)),
      others: (scene) => applies(scene, scene.other, recordOf(scene.agency, scene.other)),
      missing: (scene) => applies(scene, scene.me, nowhere),
      leaves: { action: action.endsWith('.agent') ? 'assign' : 'status', entity },
    },
    recent: { answers: done, own: () => ({}) },
    undo: {
      answers: { own: 200, missing: 404 },
      own: async (scene) => ({ id: await doneTo(scene, kind, record) }),
      missing: () => ({ id: nowhere }),
      leaves: { action: 'undo', entity },
    },
  }
}

/** A bulk change of one record by the caller, who can undo it. */
async function doneTo(
  { agency, me }: Scene,
  kind: BulkKind,
  { action, recordOf, holds, value }: OneOfMany,
): Promise<number> {
  const record = await recordOf(agency, me)
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into bulk_changes (kind, action, value, applied_by) values (${kind}, ${action}, ${holds(me)}, ${me.userId}) returning id)
    insert into bulk_change_entries (bulk_id, record_id, old_value, version_before, version_after)
    select id, ${record}, ${value(me)}, 0, 1 from made returning bulk_id as id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

export const leadBulkExamples = examplesOf('lead', {
  action: 'lead.disposition',
  value: () => 3,
  holds: () => null,
  recordOf: leadOf,
  answers: ofOneAgent,
})

export const customerBulkExamples = examplesOf('customer', {
  action: 'customer.status',
  value: () => 2,
  holds: () => 1,
  comment: 'Called',
  recordOf: (agency, { agentId }) => customerOf(agency, agentId),
  answers: ofOneAgent,
})

export const contactBulkExamples = examplesOf('contact', {
  action: 'contact.agent',
  value: ({ agentId }) => agentId,
  holds: ({ agentId }) => agentId,
  recordOf: clientOf,
  answers: ofOneAgent,
})

export const offlineBulkExamples = examplesOf('offline', {
  action: 'offline.processed',
  value: () => processed,
  holds: () => null,
  recordOf: submittedBy,
  answers: anyUser,
})

export const applicationBulkExamples = examplesOf('application', {
  action: 'application.agent',
  value: ({ agentId }) => agentId,
  holds: () => null,
  recordOf: async (agency, whose) => (await applicationOf(agency, whose)).number,
  answers: ofOneAgent,
})

const followedBulkExamples = (kind: UnpaidVariant) =>
  examplesOf(kind, {
    action: `${kind}.agent`,
    value: ({ agentId }) => agentId,
    holds: () => null,
    recordOf: (agency, whose) => unpaidOf(agency, kind, whose),
    answers: ofOneAgent,
  })
export const unpaidBulkExamples = followedBulkExamples('unpaid')
export const lostBulkExamples = followedBulkExamples('lost')

export const varianceBulkExamples = examplesOf('variance', {
  action: 'variance.agent',
  value: ({ agentId }) => agentId,
  holds: () => null,
  recordOf: varianceOf,
  answers: anyUser,
})
