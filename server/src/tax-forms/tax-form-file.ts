import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import type { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import { placeOf } from '../offline/sealed-numbers.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import { csvOf } from '../platform/exports/csv/csv-of.ts'
import type { Handler } from '../platform/http/http-call.ts'

interface FormRow {
  agentId: number
  agent: string
  paid: string
  legalName: string | null
  businessName: string
  tinKind: 'ssn' | 'ein'
  sealed: Buffer
  street: string
  unit: string
  city: string
  state: string
  zipCode: string
}

const headings = [
  'Recipient Name',
  'Recipient Name Line 2',
  'TIN Type',
  'TIN',
  'Address',
  'Address Line 2',
  'City',
  'State',
  'ZIP',
  'Account Number',
  'Box 1 Nonemployee Compensation',
] as const

/** The forms of a year for a filing service, with full tax numbers: the record of audit names each agent before the first byte. */
export const taxFormFile: Handler<typeof taxForms.file> = async (call, { year }) => {
  const { sealer } = call.services
  const text = await inTransaction(call.db, async (db) => {
    const visibility = call.user.visibility('AgentPayment')
    const visible = visibility.all ? sql`true` : sql`t.agent_id = any(${visibility.agentIds}::bigint[])`
    const { rows } = await sql<FormRow>`
      select t.agent_id as "agentId", a.name as agent, t.paid::numeric(14, 2)::text as paid, f.legal_name as "legalName",
        f.business_name as "businessName", f.tin_kind as "tinKind", f.tin_sealed as sealed, f.street, f.unit, f.city, f.state,
        f.zip_code as "zipCode"
      from tax_years t join agents a on a.id = t.agent_id left join agent_tax_facts f on f.agent_id = t.agent_id
      where t.year = ${year} and t.class = 'form' and ${visible} order by t.agent_sort, t.agent_id`.execute(db)
    const missing = rows.filter(({ legalName }) => legalName === null).map(({ agent }) => agent)
    if (missing.length > 0) fail('tax_form.incomplete', { message: missingWords(missing) })
    if (rows.length === 0) fail('tax_form.none')
    await writeAudit(db, call.audit, {
      action: 'export',
      entity: 'tax-facts',
      outcome: 'done',
      facts: { year, forms: rows.length },
      subjects: rows.map(({ agentId }) => agentId),
    })
    return csvOf(
      headings,
      rows.map((row) => {
        const tin = sealer.open(placeOf({ table: 'agent_tax_facts', column: 'tin_sealed' }, row.agentId), row.sealed)
        const { legalName, businessName, tinKind, street, unit, city, state, zipCode, agentId, paid } = row
        return [
          legalName ?? '',
          businessName,
          tinKind.toUpperCase(),
          tin,
          street,
          unit,
          city,
          state,
          zipCode,
          `A${agentId}`,
          paid,
        ]
      }),
    )
  })
  return {
    stream: Readable.from([text]),
    mediaType: 'text/csv; charset=utf-8',
    fileName: `1099-nec-${year}.csv`,
    isAudited: true,
  }
}

const maxNamed = 5

function missingWords(agents: readonly string[]): string {
  const named = agents.slice(0, maxNamed).join(', ')
  const more = agents.length > maxNamed ? ` and ${agents.length - maxNamed} more` : ''
  return `The W-9 of ${named}${more} is missing. Enter the tax facts first`
}
