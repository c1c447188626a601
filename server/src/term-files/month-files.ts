import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { plainPercent } from '@coverdesk/domain/pay-terms/pay-term-fields.ts'
import { adjustmentFile, advanceFile } from '@coverdesk/domain/term-files/pay-term-files.ts'
import { readFilePercent } from '@coverdesk/domain/term-files/read-part.ts'
import { sql } from 'kysely'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import { adjustmentKind } from '../pay-terms/adjustment-kind.ts'
import { advanceKind } from '../pay-terms/advance-kind.ts'
import type { Db } from '../platform/db/database.ts'
import { lockTable } from './lock-table.ts'
import { type Planned, payTermFile } from './pay-term-file.ts'
import type { RowRefusal } from './term-file.ts'

/** '2026-03-01' → '03/2026', as the forms send it. */
const monthOf = (day: string | null | undefined) => (day ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : '')

const agents = { agentId: ['agent_npn', 'agent_name'] } as const

/** Advances to agents by file; a row is known by its agent, month and reason. */
export const advanceTermFile = payTermFile({
  kind: advanceKind,
  shape: advanceFile,
  agents,
  hasCarrier: false,
  read: (cells) => {
    const recovery = cells.recovery ? readFilePercent(cells.recovery) : { value: '100' }
    return {
      said: {
        month: monthOf(cells.month),
        amount: cells.amount ?? '',
        reason: cells.reason ?? '',
        recoveryPercent: 'value' in recovery ? plainPercent(recovery.value) : '100',
      },
      problems: 'problem' in recovery ? [{ field: 'Recovery', reason: recovery.problem }] : [],
    }
  },
  fieldOf: { agentId: 'Agent', month: 'Month', amount: 'Amount', recoveryPercent: 'Recovery', reason: 'Reason' },
  rowOf: (said, names) => ({ ...said, id: 0, version: 0, agentName: names.agentId ?? '' }),
  rows: { identityOf: ({ agentId, month, reason }) => `${agentId} ${month} ${reason}` },
  lock: async (db) => {
    await lockRuns(db)
    await lockTable(db, 'agent_advances')
  },
  check: async (db, planned, stored) => {
    const refusals = await refuseClosed(db, planned, 'Month', ({ month }) => month)
    for (const { line, recordId, row } of planned.rows) {
      const before = stored.find(({ id }) => id === recordId)
      if (before && (await isPaid(db, before.id)) && (before.amount !== row.amount || before.month !== row.month))
        refusals.push({
          line,
          field: 'Amount',
          value: row.amount,
          reason: 'A closed pay run paid this advance; its amount cannot change',
        })
    }
    return refusals
  },
})

/** Adjustments of agents' pay by file; a row is known by its agent, first month and reason. */
export const adjustmentTermFile = payTermFile({
  kind: adjustmentKind,
  shape: adjustmentFile,
  agents,
  hasCarrier: false,
  read: (cells) => ({
    said: {
      firstMonth: monthOf(cells.first_month),
      lastMonth: monthOf(cells.last_month),
      amount: cells.amount ?? '',
      reason: cells.reason ?? '',
    },
  }),
  fieldOf: { agentId: 'Agent', firstMonth: 'FirstMonth', lastMonth: 'LastMonth', amount: 'Amount', reason: 'Reason' },
  rowOf: (said, names) => ({ ...said, id: 0, version: 0, agentName: names.agentId ?? '' }),
  rows: { identityOf: ({ agentId, firstMonth, reason }) => `${agentId} ${firstMonth} ${reason}` },
  lock: async (db) => {
    await lockRuns(db)
    await lockTable(db, 'agent_adjustments')
  },
  check: (db, planned) => refuseClosed(db, planned, 'FirstMonth', ({ firstMonth }) => firstMonth),
})

async function isPaid(db: Db, advanceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
    where i.kind = 'advance' and i.source_id = ${advanceId} limit 1`.execute(db)
  return rows.length > 0
}

/** New rows of closed months are refused: the next run would pay what the agency paid elsewhere. */
async function refuseClosed<Row>(
  db: Db,
  { rows }: Planned<Row>,
  field: string,
  monthOfRow: (row: Row) => string,
): Promise<RowRefusal[]> {
  const closed = await sql<{ last: string | null; next: string | null }>`
    select max(month)::text as last, to_char(max(month) + interval '1 month', 'MM/YYYY') as next
    from pay_runs where closed_at is not null`.execute(db)
  const { last = null, next = null } = closed.rows[0] ?? {}
  if (last === null) return []
  return rows.flatMap(({ line, recordId, row }) => {
    const month = monthOfRow(row)
    if (recordId !== null || firstOfMonth(month) > last) return []
    return [{ line, field, value: month, reason: `${month} is closed; the first open month is ${next}` }]
  })
}
