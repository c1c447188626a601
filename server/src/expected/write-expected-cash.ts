import type { CashToCome } from '@coverdesk/domain/expected/cash-to-come.ts'
import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

interface Sum {
  agentId: number | null
  statement: string
  policies: number
  /** Whole cents. */
  total: number
  /** Policies with a month that no schedule row rates. */
  unrated: number
}

/** Expected cash of a carrier's policies, summed by agent and statement. */
export function cashSums(): { add(cash: readonly CashToCome[]): void; rows(): Sum[] } {
  const sums = new Map<string, Sum>()
  return {
    /** Adds one policy, which counts once per statement. */
    add: (cash) => {
      const [rated, unrated] = [new Set<Sum>(), new Set<Sum>()]
      for (const { agentId, statement, amount } of cash) {
        const key = `${agentId} ${statement}`
        const sum = sums.get(key) ?? { agentId, statement: firstDayOf(statement), policies: 0, total: 0, unrated: 0 }
        sums.set(key, sum)
        sum.total += amount ?? 0
        ;(amount === null ? unrated : rated).add(sum)
      }
      for (const sum of rated) sum.policies++
      for (const sum of unrated) sum.unrated++
    },
    rows: () => [...sums.values()],
  }
}

/** Replaces a carrier's expected cash. */
export async function writeExpectedCash(db: Db, carrierId: number, sums: readonly Sum[]): Promise<void> {
  await sql`delete from expected_cash where carrier_id = ${carrierId}`.execute(db)
  const rows = sums.map(({ total, ...sum }) => ({ ...sum, amount: amountOf(total) }))
  if (rows.length > 0)
    await sql`
      insert into expected_cash (carrier_id, agent_id, statement, policies, amount, unrated)
      select ${carrierId}::bigint, r."agentId", r.statement, r.policies, r.amount, r.unrated
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("agentId" bigint, statement date, policies int, amount numeric, unrated int)`.execute(
      db,
    )
}
