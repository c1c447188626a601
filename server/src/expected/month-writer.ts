import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import { type LedgerMonth, owedFor } from '@coverdesk/domain/expected/policy-ledger.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { arrayLiteral, quoted } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import type { LedgerWriter } from './ledger-writer.ts'

interface MonthOfPolicy {
  policy: number
  /** First day of the month. */
  day: string
  month: LedgerMonth
}

/** Separates the fields of a month as text. */
const unit = '\u001f'
/** Ends a month as text. */
const end = '\u001e'

/** Writes months of policies that differ from the stored ones, and deletes obsolete ones. */
export async function monthWriter(db: Db, carrierId: number, policies: readonly number[]): Promise<LedgerWriter> {
  const stored = await storedMonths(db, carrierId, policies)
  const changed: MonthOfPolicy[] = []
  const gone: { policy: number; day: string }[] = []
  return {
    add: ({ id: policy }, ledger) => {
      const difference = differenceOf(ledger, stored.get(policy) ?? '')
      for (const month of difference.changed) changed.push({ policy, day: firstDayOf(month.month), month })
      for (const day of difference.gone) gone.push({ policy, day })
    },
    write: async () => {
      if (gone.length > 0)
        await sql`
          delete from commission_months m using unnest(
            ${arrayLiteral(gone.map(({ policy }) => policy))}::bigint[], ${arrayLiteral(gone.map(({ day }) => day))}::date[]
          ) g (policy_id, month) where m.policy_id = g.policy_id and m.month = g.month`.execute(db)
      if (changed.length > 0) await upsertMonths(db, carrierId, changed)
    },
  }
}

/**
 * Stored months of policies in order, each as `textOf` writes it: nearly all are unchanged by a load, and comparing
 * texts costs a fraction of sending and joining rows. A separate query, because a cached plan would not know how many
 * rows a load has written.
 */
async function storedMonths(
  db: Db,
  carrierId: number,
  policies: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ policyId: number; months: string }>`
    select m.policy_id as "policyId", string_agg(concat_ws(${unit}, m.month, nullif(m.carrier_id, ${carrierId}), coalesce(m.agent_id::text, ''),
      coalesce(m.schedule_id::text, ''), m.state, m.expected, m.received, m.due_month, m.class, m.stake,
      coalesce(m.members::text, ''), coalesce(m.residence, ''), coalesce(m.rule, '')) || ${end}, '' order by m.month) as months
    from commission_months m where m.policy_id = any(${arrayLiteral(policies)}::bigint[]) group by m.policy_id`.execute(
    db,
  )
  return new Map(rows.map(({ policyId, months }) => [policyId, months]))
}

function textOf(month: LedgerMonth): string {
  const { holder, row, facts } = month
  const rated = `${holder?.agentId ?? ''}${unit}${row?.id ?? ''}${unit}${month.state}${unit}${amountOf(owedFor(month))}`
  const came = `${amountOf(month.received)}${unit}${firstDayOf(month.dueWith)}${unit}${month.class}${unit}${amountOf(month.stake)}`
  return `${firstDayOf(month.month)}${unit}${rated}${unit}${came}${unit}${facts.members ?? ''}${unit}${facts.state ?? ''}${unit}${month.rule}`
}

/** Months of a ledger that differ from the stored ones, and days of obsolete stored months. */
function differenceOf(
  ledger: readonly LedgerMonth[],
  stored: string,
): { changed: readonly LedgerMonth[]; gone: readonly string[] } {
  // A load mostly changes only the last months, so the texts have a common beginning.
  let equal = 0
  const first = ledger.findIndex((month) => {
    const text = textOf(month) + end
    if (!stored.startsWith(text, equal)) return true
    equal += text.length
    return false
  })
  const others = new Set(stored.slice(equal).split(end))
  others.delete('')
  const changed = first < 0 ? [] : ledger.slice(first).filter((month) => !others.delete(textOf(month)))
  const written = new Set(changed.map(({ month }) => firstDayOf(month)))
  return { changed, gone: [...others].map((text) => text.slice(0, 10)).filter((day) => !written.has(day)) }
}

async function upsertMonths(db: Db, carrierId: number, months: readonly MonthOfPolicy[]): Promise<void> {
  const column = (read: (month: LedgerMonth) => string | number | null) =>
    arrayLiteral(months.map(({ month }) => read(month)))
  await sql`
    insert into commission_months as m (policy_id, month, carrier_id, agent_id, schedule_id, state, expected, received, due_month,
      class, stake, members, residence, rule)
    select d.policy_id, d.month, ${carrierId}::bigint, d.agent_id, d.schedule_id, d.state, d.expected, d.received, d.due_month,
      d.class, d.stake, d.members, d.residence, d.rule
    from unnest(
      ${arrayLiteral(months.map(({ policy }) => policy))}::bigint[], ${arrayLiteral(months.map(({ day }) => day))}::date[],
      ${column(({ holder }) => holder?.agentId ?? null)}::bigint[], ${column(({ row }) => row?.id ?? null)}::bigint[],
      ${column(({ state }) => state)}::text[], ${column((month) => amountOf(owedFor(month)))}::numeric[],
      ${column(({ received }) => amountOf(received))}::numeric[], ${column(({ dueWith }) => firstDayOf(dueWith))}::date[],
      ${column(({ class: of }) => `"${of}"`)}::text[], ${column(({ stake }) => amountOf(stake))}::numeric[],
      ${column(({ facts }) => facts.members)}::int[], ${column(({ facts }) => (facts.state === null ? null : quoted(facts.state)))}::text[],
      ${column(({ rule }) => quoted(rule))}::text[]
    ) d (policy_id, month, agent_id, schedule_id, state, expected, received, due_month, class, stake, members, residence, rule)
    on conflict (policy_id, month) do update set carrier_id = excluded.carrier_id, agent_id = excluded.agent_id,
      schedule_id = excluded.schedule_id, state = excluded.state, expected = excluded.expected, received = excluded.received,
      due_month = excluded.due_month, class = excluded.class, stake = excluded.stake,
      members = excluded.members, residence = excluded.residence, rule = excluded.rule`.execute(db)
}
