import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { arrayLiteral, quoted } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import type { EarningRow } from './earn-part.ts'

/** Rows per statement: array literals stay small. */
const rowsAtOnce = 20_000

/** Writes rows of a draft. */
export async function writeEarnings(db: Db, runId: number, rows: readonly EarningRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await writeSome(db, runId, rows.slice(from, from + rowsAtOnce))
}

async function writeSome(db: Db, runId: number, rows: readonly EarningRow[]): Promise<void> {
  const column = (read: (row: EarningRow) => string | number | null) => arrayLiteral(rows.map(read))
  await sql`
    insert into pay_earnings (run_id, line_id, kind, carrier_id, policy_id, policy_number, statement, month, gross, agency,
      agent_id, role, level, terms_source, terms_id, terms_basis, terms_value, members, amount, held, reverses, share, terms_from, terms_of_all)
    select ${runId}::bigint, e.*, coalesce(k.start_date, o.start_date, t.start_date),
      e.source <> 'rate' and k.carrier_id is null and o.carrier_id is null
    from unnest(
      ${column(({ lineId }) => lineId)}::bigint[], ${column(({ kind }) => kind)}::text[],
      ${column(({ part }) => part.carrierId)}::bigint[], ${column(({ part }) => part.policyId)}::bigint[],
      ${column(({ part }) => quoted(part.policyNumber))}::text[], ${column(({ part }) => part.statement)}::date[],
      ${column(({ part }) => part.month)}::date[], ${column(({ gross }) => amountOf(gross))}::numeric[],
      ${column(({ agency }) => amountOf(agency))}::numeric[], ${column(({ agentId }) => agentId)}::bigint[],
      ${column(({ role }) => role)}::text[], ${column(({ level }) => level)}::smallint[],
      ${column(({ terms }) => terms?.source ?? null)}::text[], ${column(({ terms }) => terms?.id ?? null)}::bigint[],
      ${column(({ terms }) => terms?.basis ?? null)}::text[], ${column(({ terms }) => termsValue(terms))}::numeric[],
      ${column(({ part }) => part.members)}::int[], ${column(({ amount }) => amountOf(amount))}::numeric[],
      ${column(({ held }) => (held === null ? null : quoted(held)))}::text[], ${column(({ reverses }) => reverses)}::bigint[],
      ${column(({ share }) => (share === null ? null : percentText(share)))}::numeric[]
    ) e (line_id, kind, carrier_id, policy_id, policy_number, statement, month, gross, agency, agent_id, role, level, source, terms_id,
      basis, value, members, amount, held, reverses, share)
    left join agent_contracts k on e.source = 'contract' and k.id = e.terms_id
    left join override_terms o on e.source = 'override' and o.id = e.terms_id
    left join agent_rates t on e.source = 'rate' and t.id = e.terms_id`.execute(db)
}

/** Percent or dollars, as the rows of terms have them. */
function termsValue(terms: EarningRow['terms']): string | null {
  if (terms === null) return null
  if (terms.basis === 'member') return amountOf(terms.value)
  return percentText(terms.value)
}

/** '12.5000' of ten-thousandths of a percent. */
const percentText = (value: number) => `${Math.floor(value / 10_000)}.${String(value % 10_000).padStart(4, '0')}`
