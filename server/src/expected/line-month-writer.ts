import { monthPaidBy } from '@coverdesk/domain/expected/carrier-terms.ts'
import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import type { LedgerWriter } from './ledger-writer.ts'

/**
 * Writes the months that lines pay, where they differ from the statement's month less the arrears (rule 11); pay runs
 * read them. A carrier's advance always has rows, because its rest is not drawn yet.
 */
export function lineMonthWriter(
  db: Db,
  { carrierId, carrier }: { carrierId: number; carrier: CarrierFacts },
  policies: readonly number[],
): LedgerWriter {
  const pieces: { line: number; day: string; policy: number; amount: string }[] = []
  return {
    add: ({ id: policy }, ledger) => {
      for (const { month, pieces: paid } of ledger)
        for (const { line, amount } of paid)
          if (line.kind === 'advance' || amount !== line.amount || month !== monthPaidBy(carrier.terms, line.statement))
            pieces.push({ line: line.id, day: firstDayOf(month), policy, amount: amountOf(amount) })
    },
    write: () => writeLineMonths(db, carrierId, policies, pieces),
  }
}

async function writeLineMonths(
  db: Db,
  carrierId: number,
  policies: readonly number[],
  pieces: readonly { line: number; day: string; policy: number; amount: string }[],
): Promise<void> {
  await sql`
    with derived as materialized (
      select d.line_id, d.month, max(d.policy_id) as policy_id, sum(d.amount) as amount from unnest(
        ${arrayLiteral(pieces.map(({ line }) => line))}::bigint[], ${arrayLiteral(pieces.map(({ day }) => day))}::date[],
        ${arrayLiteral(pieces.map(({ policy }) => policy))}::bigint[], ${arrayLiteral(pieces.map(({ amount }) => amount))}::numeric[]
      ) d (line_id, month, policy_id, amount) group by 1, 2
    ),
    gone as (
      delete from line_months m where m.policy_id = any(${arrayLiteral(policies)}::bigint[])
        and (m.line_id, m.month) not in (select d.line_id, d.month from derived d)
    )
    insert into line_months as m (line_id, month, policy_id, carrier_id, amount)
    select d.line_id, d.month, d.policy_id, ${carrierId}::bigint, d.amount from derived d
    on conflict (line_id, month) do update set amount = excluded.amount, policy_id = excluded.policy_id, carrier_id = excluded.carrier_id
      where (m.amount, m.policy_id, m.carrier_id) is distinct from (excluded.amount, excluded.policy_id, excluded.carrier_id)`.execute(
    db,
  )
}

/** Removes months of a carrier's lines that no longer exist; without a schedule, of all its lines. */
export async function removeLineMonths(db: Db, carrierId: number, { all }: { all: boolean }): Promise<void> {
  await sql`
    delete from line_months m where m.carrier_id = ${carrierId}
      and (${all} or not exists (select from commission_lines l where l.id = m.line_id and l.policy_id = m.policy_id))`.execute(
    db,
  )
}
