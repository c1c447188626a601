import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { TaxFacts, taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { sealedNumber } from '../offline/sealed-numbers.ts'
import { lockAgent } from '../pay-terms/pay-term-kind.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'

const column = { table: 'agent_tax_facts', column: 'tin_sealed' } as const

const labels = {
  classification: 'Tax classification',
  legalName: 'Legal name',
  businessName: 'Business name',
  tinKind: 'Kind of tax number',
  tinLast4: 'Tax number ends in',
  street: 'Street',
  unit: 'Suite or floor',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  signedOn: 'W-9 signed on',
} as const

/** Tax facts of an agent whom the user sees. */
export const readTaxFacts: Handler<typeof taxForms.facts> = async (call, { agentId }) => {
  refuseUnseen(call, agentId)
  return await findTaxFacts(call.db, agentId)
}

/** Saves them; rejects edits based on an older version (P-74). The number is needed once, then only to change it. */
export const saveTaxFacts: Handler<typeof taxForms.saveFacts> = async (call, { agentId, version, tin, ...facts }) => {
  refuseUnseen(call, agentId)
  return await inTransaction(call.db, async (db) => {
    await lockAgent(db, agentId)
    const before = await findTaxFacts(db, agentId)
    if (before.version !== version) return await refuseEditConflict(db, 'tax-facts', agentId, version)
    if (tin === '' && before.tinLast4 === null && facts.classification !== 'employee') {
      const message = 'Tax number is required'
      fail('request.invalid', { message, details: [{ path: 'tin', message }] })
    }
    const number = sealedNumber(call.services.sealer, column, agentId, tin || null)
    await sql`
      insert into agent_tax_facts (agent_id, version, classification, legal_name, business_name, tin_kind, tin_sealed, tin_search,
        tin_last4, street, unit, city, state, zip_code, signed_on)
      select ${agentId}, ${version + 1}, ${facts.classification}, ${facts.legalName}, ${facts.businessName}, ${facts.tinKind},
        coalesce(${number.sealed}::bytea, f.tin_sealed), coalesce(${number.search}::bytea, f.tin_search),
        coalesce(${number.last4}, f.tin_last4), ${facts.street}, ${facts.unit}, ${facts.city}, ${facts.state}, ${facts.zipCode},
        ${facts.signedOn}::date
      from (values (1)) one left join agent_tax_facts f on f.agent_id = ${agentId}
      on conflict (agent_id) do update set version = excluded.version, classification = excluded.classification,
        legal_name = excluded.legal_name, business_name = excluded.business_name, tin_kind = excluded.tin_kind,
        tin_sealed = excluded.tin_sealed, tin_search = excluded.tin_search, tin_last4 = excluded.tin_last4, street = excluded.street,
        unit = excluded.unit, city = excluded.city, state = excluded.state, zip_code = excluded.zip_code,
        signed_on = excluded.signed_on`.execute(db)
    const saved = await findTaxFacts(db, agentId)
    const inWords = ({ agentId: _, agentName: __, version: ___, ...words }: TaxFacts) => words
    const changes = fieldChanges(labels, inWords(before), inWords(saved))
    await keepChange(db, {
      entity: 'tax-facts',
      id: agentId,
      version: saved.version,
      action: version === 0 ? 'Created' : 'Changed',
      by: call.user.id,
      changes,
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'tax-facts',
      entityId: agentId,
      outcome: 'done',
      facts: { fields: changes.map(({ field }) => field).join(', ') },
    })
    return saved
  })
}

function refuseUnseen({ user }: SignedInCall, agentId: number): void {
  const visibility = user.visibility('AgentPayment')
  if (!visibility.all && !visibility.agentIds.includes(agentId)) fail('agent.not_found')
}

async function findTaxFacts(db: Db, agentId: number): Promise<TaxFacts> {
  const { rows } = await sql<TaxFacts>`
    select a.id as "agentId", a.name as "agentName", coalesce(f.version, 0) as version, f.classification,
      coalesce(f.legal_name, '') as "legalName", coalesce(f.business_name, '') as "businessName", f.tin_kind as "tinKind",
      f.tin_last4 as "tinLast4", coalesce(f.street, '') as street, coalesce(f.unit, '') as unit, coalesce(f.city, '') as city,
      coalesce(f.state, '') as state, coalesce(f.zip_code, '') as "zipCode", f.signed_on::text as "signedOn"
    from agents a left join agent_tax_facts f on f.agent_id = a.id where a.id = ${agentId}`.execute(db)
  return rows[0] ?? fail('agent.not_found')
}
