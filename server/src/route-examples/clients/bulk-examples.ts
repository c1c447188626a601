import type { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, bulkKinds, processed } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { stampOf } from '../../bulk/change-matching.ts'
import { submittedBy } from '../../offline/offline-test-people.ts'
import { type Actor, type Answers, anyUser, done, type ExamplesOf, ofOneAgent, type Scene } from '../example.ts'
import { clientOf, customerOf, leadOf, lineOf, nowhere, unique, unpaidOf, varianceOf } from '../example-records.ts'
import { applicationOf } from '../sales/application-examples.ts'

/** A bulk action on one record of an actor: the value it sets, and the value before. */
interface OneOfMany {
  action: BulkAction
  value: (me: Actor) => number | null
  holds: (whose: Actor) => number | null
  recordOf: (agency: Scene['agency'], whose: Actor) => Promise<number>
  answers: Answers
  /** Filter of the list by name. */
  byName: string
  comment?: string
}

function examplesOf(kind: BulkKind): ExamplesOf<(typeof bulk)[BulkKind]> {
  const record = bulkRecords[kind]
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
    previewMatching: { answers: done, own: (scene) => ({ ...toSet(scene), filter: {} }) },
    applyMatching: {
      answers: done,
      // Matches nothing, because examples of other users change the same records at the same time.
      own: (scene) => ({
        ...toSet(scene),
        ...comment,
        filter: { [record.byName]: unique('none') },
        stamp: stampOf({ matching: 0, records: [] }),
      }),
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

/** A bulk action of each kind. */
export const bulkRecords: Readonly<Record<BulkKind, OneOfMany>> = {
  lead: {
    byName: 'name',
    action: 'lead.disposition',
    value: () => 3,
    holds: () => null,
    recordOf: leadOf,
    answers: ofOneAgent,
  },
  customer: {
    byName: 'fullName',
    action: 'customer.status',
    value: () => 2,
    holds: () => 1,
    comment: 'Called',
    recordOf: (agency, { agentId }) => customerOf(agency, agentId),
    answers: ofOneAgent,
  },
  contact: {
    byName: 'name',
    action: 'contact.agent',
    value: ({ agentId }) => agentId,
    holds: ({ agentId }) => agentId,
    recordOf: clientOf,
    answers: ofOneAgent,
  },
  offline: {
    byName: 'applicant',
    action: 'offline.processed',
    value: () => processed,
    holds: () => null,
    recordOf: submittedBy,
    answers: anyUser,
  },
  application: {
    byName: 'name',
    action: 'application.agent',
    value: ({ agentId }) => agentId,
    holds: () => null,
    recordOf: async (agency, whose) => (await applicationOf(agency, whose)).number,
    answers: ofOneAgent,
  },
  unpaid: followed('unpaid'),
  lost: followed('lost'),
  // Only lines without an agent are assigned.
  line: {
    byName: 'insured',
    action: 'line.agent',
    value: ({ agentId }) => agentId,
    holds: () => null,
    recordOf: (agency) => lineOf(agency, { agentId: null }),
    answers: anyUser,
  },
  variance: {
    byName: 'insuredName',
    action: 'variance.agent',
    value: ({ agentId }) => agentId,
    holds: () => null,
    recordOf: varianceOf,
    answers: anyUser,
  },
}

function followed(kind: UnpaidVariant): OneOfMany {
  return {
    byName: 'insuredName',
    action: `${kind}.agent`,
    value: ({ agentId }) => agentId,
    holds: () => null,
    recordOf: (agency, whose) => unpaidOf(agency, kind, whose),
    answers: ofOneAgent,
  }
}

export const leadBulkExamples = examplesOf('lead')
export const customerBulkExamples = examplesOf('customer')
export const contactBulkExamples = examplesOf('contact')
export const offlineBulkExamples = examplesOf('offline')
export const applicationBulkExamples = examplesOf('application')
export const unpaidBulkExamples = examplesOf('unpaid')
export const lostBulkExamples = examplesOf('lost')
export const lineBulkExamples = examplesOf('line')
export const varianceBulkExamples = examplesOf('variance')
