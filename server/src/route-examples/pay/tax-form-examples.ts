import type { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import { sealedNumber } from '../../offline/sealed-numbers.ts'
import { done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const facts = {
  version: 0,
  classification: 'individual' as const,
  legalName: 'Pat Example',
  tinKind: 'ssn' as const,
  tin: '900-12-3456',
  street: '1 Main Street',
  city: 'Miami',
  state: 'FL',
  zipCode: '33136',
}

let amounts = 3000
/** Facts of an agent, on top of what is stored. */
async function changed({ agency }: Scene, agentId: number | null) {
  const { rows } = await sql<{ version: number }>`
    select version from agent_tax_facts where agent_id = ${agentId}`.execute(agency.db)
  return { ...facts, agentId: agentId ?? 0, version: rows[0]?.version ?? 0 }
}

/** Another limit, on top of what is stored. */
async function newLimit({ agency }: Scene) {
  const year = 2090
  const { rows } = await sql<{ version: number }>`select version from tax_limits where year = ${year}`.execute(
    agency.db,
  )
  return { year, version: rows[0]?.version ?? 0, amount: String(++amounts), reason: 'A new law' }
}

/** A form of 2001 of the user, with facts. */
async function form(scene: Scene): Promise<{ year: number }> {
  const { agency, me } = scene
  const agentId = me.agentId ?? 0
  const number = sealedNumber(
    agency.services.sealer,
    { table: 'agent_tax_facts', column: 'tin_sealed' },
    agentId,
    '900123456',
  )
  await sql`
    insert into agent_tax_facts (agent_id, classification, legal_name, tin_kind, tin_sealed, tin_search, tin_last4, street)
    values (${agentId}, 'individual', 'Pat Example', 'ssn', ${number.sealed}, ${number.search}, '3456', '1 Main Street')
    on conflict do nothing`.execute(agency.db)
  await sql`
    with batch as (insert into payment_batches (name) values (${unique('batch')}) returning id)
    insert into payments (batch_id, agent_id, type_id, month, amount) select id, ${agentId}, 1, '2001-03-01', 700 from batch`.execute(
    agency.db,
  )
  await sql`
    update payment_batches set status_id = 3, paid_on = '2001-04-01'
    where status_id = 1 and id in (select batch_id from payments where agent_id = ${agentId} and month = '2001-03-01')`.execute(
    agency.db,
  )
  return { year: 2001 }
}

export const taxFormExamples: ExamplesOf<typeof taxForms> = {
  list: { answers: done, own: () => ({ year: 2026 }) },
  totals: { answers: done, own: () => ({ year: 2026 }) },
  file: { answers: done, own: form, leaves: { action: 'export', entity: 'tax-facts' } },
  facts: {
    answers: ofOneAgent,
    own: ({ me }) => ({ agentId: me.agentId ?? 0 }),
    others: ({ other }) => ({ agentId: other.agentId ?? 0 }),
    missing: () => ({ agentId: nowhere }),
  },
  saveFacts: {
    answers: ofOneAgent,
    own: (scene) => changed(scene, scene.me.agentId),
    others: (scene) => changed(scene, scene.other.agentId),
    missing: () => ({ ...facts, agentId: nowhere }),
    leaves: { action: 'update', entity: 'tax-facts' },
  },
  limits: nothing,
  setLimit: {
    answers: done,
    own: newLimit,
    leaves: { action: 'update', entity: 'tax-limit' },
  },
  own: nothing,
}
