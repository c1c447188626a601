import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { freezeRun } from '../close-run.ts'
import { draftRun } from '../draft-run.ts'
import { firstRunMonth } from '../first-run-month.ts'

export interface ShownLine {
  id: number
  policyNumber: string
  statement: string
  amount: string
  /** As agents see it. Null: not rated. */
  shown: string | null
  /** What the run pays the line's agent for writing it. Null: it can't be calculated yet. */
  pay: string | null
}

/** Closes the run of a month. Runs pay statements from the month of the first one on. Tests only. */
export async function closeRunOf(db: Db, month: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const by = await anyUser(trx)
    const run = await draftRun(trx, { month, sequence: 0, reason: null }, by)
    await freezeRun(trx, run, { by, at: new Date() })
  })
}

async function anyUser(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
  return rows[0]?.id ?? 0
}

class Undone extends Error {}

/** Lines with an agent that the next run pays, with what agents see and what a draft of the month pays; the draft is undone. Tests only. */
export async function comparePay(db: Db, month: string): Promise<ShownLine[]> {
  let lines: ShownLine[] = []
  await db
    .transaction()
    .execute(async (trx) => {
      const run = await draftRun(trx, { month, sequence: 0, reason: null }, await anyUser(trx))
      const { rows } = await sql<ShownLine>`
        select l.id, l.policy_number as "policyNumber", l.month::text as statement, l.amount::text, l.pay::text as shown,
          case when coalesce(bool_or(e.kind = 'open' and (e.agent_id = l.agent_id or exists (select from policy_splits s
            where s.policy_id = l.policy_id and s.start_date <= e.month))), false) then null else coalesce(sum(e.amount)
            filter (where e.agent_id = l.agent_id and e.role = 'writing'), 0)::numeric(12, 2)::text end as pay
        from commission_lines l left join pay_earnings e on e.line_id = l.id and e.run_id = ${run.id}
        where l.agent_id is not null and l.month between ${firstRunMonth(month)} and ${month}::date
          and not exists (select from paid_lines d where d.line_id = l.id)
        group by l.id order by l.id`.execute(trx)
      lines = rows
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return lines
}
