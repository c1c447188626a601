import type { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { sql } from 'kysely'
import { done, type ExamplesOf, ofOneAgent, type Scene } from './example.ts'
import { nowhere } from './example-records.ts'
import { eachLead, leadUpdate } from './lead-examples.ts'

const manyLeads = (of: (scene: Scene) => Promise<{ id: number }> | { id: number }) => async (scene: Scene) => ({
  action: 'lead.disposition' as const,
  value: 3,
  records: [{ ...(await of(scene)), version: 1 }],
})
const many = {
  own: manyLeads(eachLead({}).own),
  others: manyLeads(eachLead({}).others),
  missing: manyLeads(eachLead({}).missing),
}

export const bulkExamples: ExamplesOf<typeof bulk> = {
  preview: { answers: ofOneAgent, ...many },
  apply: { answers: ofOneAgent, ...many, leaves: leadUpdate },
  recent: { answers: done, own: () => ({ kind: 'lead' as const }) },
  undo: {
    answers: { own: 200, missing: 404 },
    own: async (scene) => ({ id: await bulkChangeOf(scene) }),
    missing: () => ({ id: nowhere }),
    leaves: { action: 'undo', entity: 'lead' },
  },
}

/** A disposition of one lead that was set in bulk. */
async function bulkChangeOf({ agency, me }: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into bulk_changes (kind, action, value, applied_by) values ('lead', 'lead.disposition', 3, ${me.userId}) returning id),
    lead as (insert into leads (source, agent_id, status_id) values ('csv', ${me.agentId}, 3) returning id)
    insert into bulk_change_entries (bulk_id, record_id, version_before, version_after)
    select made.id, lead.id, 0, 1 from made, lead returning bulk_id as id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
