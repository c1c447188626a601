import type { CashToCome, CashWindow } from '@coverdesk/domain/expected/cash-to-come.ts'
import { firstDayOf, type MonthCount } from '@coverdesk/domain/expected/month-count.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Consecutive statements with the same expected amount for a policy; open-ended if it lasts to the end of the window.
 */
interface CashRun {
  agentId: number | null
  first: MonthCount | null
  last: MonthCount | null
  /** Null if no schedule row rates a month. */
  amount: number | null
}

/**
 * Writes expected cash of policies where it differs from the stored rows (decision 297). `follow`: the carrier's totals
 * change by the difference, because its other policies are not calculated.
 */
export async function cashWriter(
  db: Db,
  { carrierId, window, follow }: { carrierId: number; window: CashWindow | null; follow: boolean },
  policies: readonly number[],
): Promise<{ add(policy: number, cash: readonly CashToCome[]): void; write(): Promise<void> }> {
  const stored = await storedRuns(db, carrierId, policies)
  const changed: number[] = []
  const added: { policy: number; run: CashRun }[] = []
  return {
    add: (policy, cash) => {
      const runs = window ? runsOf(cash, window) : []
      if (runs.map(textOf).sort().join() === (stored.get(policy) ?? '')) return
      changed.push(policy)
      for (const run of runs) added.push({ policy, run })
    },
    write: async () => {
      if (changed.length === 0) return
      if (follow) await addToSums(db, carrierId, changed, -1)
      await sql`delete from cash_to_come where policy_id = any(${arrayLiteral(changed)}::bigint[])`.execute(db)
      if (added.length > 0) await insertRuns()
      if (follow) await addToSums(db, carrierId, changed, 1)
    },
  }
  async function insertRuns(): Promise<void> {
    const column = (read: (run: CashRun) => string | number | null) => arrayLiteral(added.map(({ run }) => read(run)))
    await sql`
        insert into cash_to_come (policy_id, carrier_id, agent_id, first_statement, last_statement, amount)
        select d.policy_id, ${carrierId}::bigint, d.agent_id, d.first, d.last, d.amount from unnest(
          ${arrayLiteral(added.map(({ policy }) => policy))}::bigint[], ${column(({ agentId }) => agentId)}::bigint[],
          ${column(({ first }) => dayOf(first))}::date[], ${column(({ last }) => dayOf(last))}::date[],
          ${column(({ amount }) => (amount === null ? null : amountOf(amount)))}::numeric[]
        ) d (policy_id, agent_id, first, last, amount)`.execute(db)
  }
}

/** Adds the stored rows of policies to the carrier's totals, or subtracts them. */
async function addToSums(db: Db, carrierId: number, policies: readonly number[], sign: 1 | -1): Promise<void> {
  await sql`
    insert into expected_cash as x (carrier_id, agent_id, statement, policies, amount, unrated)
    select ${carrierId}::bigint, k.agent_id, k.statement, ${sign}::int * count(distinct k.policy_id) filter (where k.amount is not null),
      ${sign}::int * coalesce(sum(k.amount), 0), ${sign}::int * count(distinct k.policy_id) filter (where k.amount is null)
    from expected_cash_rows k
    where k.policy_id = any(${arrayLiteral(policies)}::bigint[]) and k.carrier_id = ${carrierId} group by k.agent_id, k.statement
    on conflict on constraint expected_cash_once do update set policies = x.policies + excluded.policies,
      amount = x.amount + excluded.amount, unrated = x.unrated + excluded.unrated`.execute(db)
  await sql`
    delete from expected_cash where carrier_id = ${carrierId} and policies = 0 and amount = 0 and unrated = 0`.execute(
    db,
  )
}

/** Whether a carrier's stored cash has this window; another window changes the rows of all policies. */
export async function isCashOf(db: Db, carrierId: number, window: CashWindow | null): Promise<boolean> {
  const { rows } = await sql<{ first: string; last: string }>`
    select first_statement as first, last_statement as last from cash_windows where carrier_id = ${carrierId}`.execute(
    db,
  )
  const [stored] = rows
  return (
    stored?.first === (window ? firstDayOf(window.first) : undefined) &&
    stored?.last === (window ? firstDayOf(window.last) : undefined)
  )
}

/** Sets the window of a carrier's calculated cash; null for none. */
export async function writeCashWindow(db: Db, carrierId: number, window: CashWindow | null): Promise<void> {
  if (!window) {
    await sql`delete from cash_windows where carrier_id = ${carrierId}`.execute(db)
    return
  }
  await sql`
    insert into cash_windows as w (carrier_id, first_statement, last_statement)
    values (${carrierId}, ${firstDayOf(window.first)}, ${firstDayOf(window.last)})
    on conflict (carrier_id) do update set first_statement = excluded.first_statement, last_statement = excluded.last_statement
    where (w.first_statement, w.last_statement) is distinct from (excluded.first_statement, excluded.last_statement)`.execute(
    db,
  )
}

/** Removes the expected cash of a carrier without a schedule. */
export async function removeCash(db: Db, carrierId: number): Promise<void> {
  await sql`delete from cash_to_come where carrier_id = ${carrierId}`.execute(db)
  await writeCashWindow(db, carrierId, null)
}

function runsOf(cash: readonly CashToCome[], window: CashWindow): CashRun[] {
  const ofAgents = Map.groupBy(cash, ({ agentId, amount }) => `${agentId ?? ''} ${amount === null}`)
  return [...ofAgents.values()].flatMap((own) => {
    const sums = new Map<MonthCount, number | null>()
    for (const { statement, amount } of own)
      sums.set(statement, amount === null ? null : (sums.get(statement) ?? 0) + amount)
    const runs: { first: MonthCount; last: MonthCount; amount: number | null }[] = []
    for (const [statement, amount] of [...sums].sort(([one], [other]) => one - other)) {
      const open = runs.at(-1)
      if (open && open.last === statement - 1 && open.amount === amount) open.last = statement
      else runs.push({ first: statement, last: statement, amount })
    }
    return runs.map(
      ({ first, last, amount }): CashRun => ({
        agentId: own[0]?.agentId ?? null,
        first: first === window.first ? null : first,
        last: last === window.last ? null : last,
        amount,
      }),
    )
  })
}

const dayOf = (month: MonthCount | null) => (month === null ? null : firstDayOf(month))

const textOf = ({ agentId, first, last, amount }: CashRun) =>
  [agentId ?? '', dayOf(first) ?? '', dayOf(last) ?? '', amount === null ? '' : amountOf(amount)].join('|')

/** Stored rows of policies as `textOf` writes them, in the order of their texts. */
async function storedRuns(
  db: Db,
  carrierId: number,
  policies: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ policyId: number; runs: string }>`
    select r.policy_id as "policyId", string_agg(r.run, ',' order by r.run collate "C") as runs
    from (
      select c.policy_id, concat_ws('|', nullif(c.carrier_id, ${carrierId}), coalesce(c.agent_id::text, ''),
        coalesce(c.first_statement::text, ''), coalesce(c.last_statement::text, ''), coalesce(c.amount::text, '')) as run
      from cash_to_come c where c.policy_id = any(${arrayLiteral(policies)}::bigint[])
    ) r group by r.policy_id`.execute(db)
  return new Map(rows.map(({ policyId, runs }) => [policyId, runs]))
}
