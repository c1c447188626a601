import type { CashToCome, CashWindow } from '@coverdesk/domain/expected/cash-to-come.ts'
import { firstDayOf, type MonthCount } from '@coverdesk/domain/expected/month-count.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'

/** Statements in a row that should bring the same for a policy; without an end where it is that of the window. */
interface CashRun {
  agentId: number | null
  first: MonthCount | null
  last: MonthCount | null
  amount: number
}

/** Writes what policies should bring where it differs from the stored rows (decision 297). */
export async function cashWriter(
  db: Db,
  { carrierId, window }: { carrierId: number; window: CashWindow | null },
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
      await sql`delete from cash_to_come where policy_id = any(${arrayLiteral(changed)}::bigint[])`.execute(db)
      if (added.length === 0) return
      const column = (read: (run: CashRun) => string | number | null) => arrayLiteral(added.map(({ run }) => read(run)))
      await sql`
        insert into cash_to_come (policy_id, carrier_id, agent_id, first_statement, last_statement, amount)
        select d.policy_id, ${carrierId}::bigint, d.agent_id, d.first, d.last, d.amount from unnest(
          ${arrayLiteral(added.map(({ policy }) => policy))}::bigint[], ${column(({ agentId }) => agentId)}::bigint[],
          ${column(({ first }) => dayOf(first))}::date[], ${column(({ last }) => dayOf(last))}::date[],
          ${column(({ amount }) => amountOf(amount))}::numeric[]
        ) d (policy_id, agent_id, first, last, amount)`.execute(db)
    },
  }
}

/** Sets the statements of a carrier whose cash is calculated; null: none. */
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

/** Removes what a carrier without a schedule would bring. */
export async function removeCash(db: Db, carrierId: number): Promise<void> {
  await sql`delete from cash_to_come where carrier_id = ${carrierId}`.execute(db)
  await writeCashWindow(db, carrierId, null)
}

function runsOf(cash: readonly CashToCome[], window: CashWindow): CashRun[] {
  const ofAgents = new Map<number | null, Map<MonthCount, number>>()
  for (const { agentId, statement, amount } of cash) {
    if (amount === null) continue
    const sums = ofAgents.get(agentId) ?? new Map<MonthCount, number>()
    ofAgents.set(agentId, sums)
    sums.set(statement, (sums.get(statement) ?? 0) + amount)
  }
  return [...ofAgents].flatMap(([agentId, sums]) => {
    const runs: { first: MonthCount; last: MonthCount; amount: number }[] = []
    for (const [statement, amount] of [...sums].sort(([one], [other]) => one - other)) {
      const open = runs.at(-1)
      if (open && open.last === statement - 1 && open.amount === amount) open.last = statement
      else runs.push({ first: statement, last: statement, amount })
    }
    return runs.map(
      ({ first, last, amount }): CashRun => ({
        agentId,
        first: first === window.first ? null : first,
        last: last === window.last ? null : last,
        amount,
      }),
    )
  })
}

const dayOf = (month: MonthCount | null) => (month === null ? null : firstDayOf(month))

const textOf = ({ agentId, first, last, amount }: CashRun) =>
  [agentId ?? '', dayOf(first) ?? '', dayOf(last) ?? '', amountOf(amount)].join('|')

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
        coalesce(c.first_statement::text, ''), coalesce(c.last_statement::text, ''), c.amount::text) as run
      from cash_to_come c where c.policy_id = any(${arrayLiteral(policies)}::bigint[])
    ) r group by r.policy_id`.execute(db)
  return new Map(rows.map(({ policyId, runs }) => [policyId, runs]))
}
