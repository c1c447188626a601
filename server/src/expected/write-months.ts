import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { LedgerMonth } from '@coverdesk/domain/expected/policy-ledger.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

export interface MonthOfPolicy {
  policy: PolicyFacts
  carrier: CarrierFacts
  month: LedgerMonth
  /** First day of the month. */
  day: string
}

/** Element of an array literal. */
const quoted = (value: string | null) => (value === null ? null : `"${value.replace(/["\\]/g, (sign) => `\\${sign}`)}"`)

/** Writes the months of policies that differ from the stored ones, and deletes those that are gone. */
export async function writeMonths(
  db: Db,
  carrierId: number,
  policies: readonly number[],
  months: readonly MonthOfPolicy[],
): Promise<void> {
  const stored = await storedMonths(db, policies)
  const changed = months.filter((one) => !stored.delete(textOf(carrierId, one)))
  const written = new Set(changed.map(({ policy, day }) => `${policy.id}${unit}${day}`))
  const gone = [...stored].map((text) => text.split(unit)).filter(([id, day]) => !written.has(`${id}${unit}${day}`))
  if (gone.length > 0)
    await sql`
      delete from commission_months m using unnest(
        ${`{${gone.map(([id]) => id).join(',')}}`}::bigint[], ${`{${gone.map(([, day]) => day).join(',')}}`}::date[]
      ) g (policy_id, month) where m.policy_id = g.policy_id and m.month = g.month`.execute(db)
  if (changed.length > 0) await upsertMonths(db, carrierId, changed)
}

/** Separates the fields of a month as text. */
const unit = '\u001f'

/**
 * Stored months of policies, each as `textOf` writes it: nearly all months of a load are as they were, and comparing texts takes a
 * fraction of sending and joining them.
 */
async function storedMonths(db: Db, policies: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ months: string }>`
    select string_agg(concat_ws(${unit}, m.policy_id, m.month, m.carrier_id, coalesce(m.agent_id::text, ''), coalesce(m.schedule_id::text, ''),
      m.state, m.expected, m.received, m.due_month, m.class, m.stake, coalesce(m.members::text, ''), coalesce(m.residence, '')), chr(30)) as months
    from commission_months m where m.policy_id = any(${`{${policies.join(',')}}`}::bigint[]) group by m.policy_id`.execute(
    db,
  )
  return new Set(rows.flatMap(({ months }) => months.split('\u001e')))
}

function textOf(carrierId: number, { policy, month, day }: MonthOfPolicy): string {
  const { holder, row, facts } = month
  return [
    ...[policy.id, day, carrierId, holder?.agentId ?? '', row?.id ?? '', month.state, amountOf(month.amount)],
    ...[amountOf(month.received), firstDayOf(month.dueWith), month.class, amountOf(month.stake)],
    ...[facts.members ?? '', facts.state ?? ''],
  ].join(unit)
}

async function upsertMonths(db: Db, carrierId: number, months: readonly MonthOfPolicy[]): Promise<void> {
  // Array literals: the driver escapes each element of an array, which takes longer than all the rest. Words have no quotes.
  const column = (read: (one: MonthOfPolicy) => string | number | null) =>
    `{${months.map((one) => read(one) ?? 'NULL').join(',')}}`
  await sql`
    insert into commission_months as m (policy_id, month, carrier_id, agent_id, schedule_id, state, expected, received, due_month,
      class, stake, members, residence)
    select d.policy_id, d.month, ${carrierId}::bigint, d.agent_id, d.schedule_id, d.state, d.expected, d.received, d.due_month,
      d.class, d.stake, d.members, d.residence
    from unnest(
      ${column(({ policy }) => policy.id)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ month }) => month.holder?.agentId ?? null)}::bigint[], ${column(({ month }) => month.row?.id ?? null)}::bigint[],
      ${column(({ month }) => month.state)}::text[], ${column(({ month }) => amountOf(month.amount))}::numeric[],
      ${column(({ month }) => amountOf(month.received))}::numeric[], ${column(({ month }) => firstDayOf(month.dueWith))}::date[],
      ${column(({ month }) => `"${month.class}"`)}::text[], ${column(({ month }) => amountOf(month.stake))}::numeric[],
      ${column(({ month }) => month.facts.members)}::int[], ${column(({ month }) => quoted(month.facts.state))}::text[]
    ) d (policy_id, month, agent_id, schedule_id, state, expected, received, due_month, class, stake, members, residence)
    on conflict (policy_id, month) do update set carrier_id = excluded.carrier_id, agent_id = excluded.agent_id,
      schedule_id = excluded.schedule_id, state = excluded.state, expected = excluded.expected, received = excluded.received,
      due_month = excluded.due_month, class = excluded.class, stake = excluded.stake,
      members = excluded.members, residence = excluded.residence`.execute(db)
}
