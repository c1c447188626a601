import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type JournalAgent, journalHeadings, journalOf } from '@coverdesk/domain/pay-runs/journal.ts'
import type { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { sql } from 'kysely'
import { csvOf } from '../../platform/exports/csv/csv-of.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { findRun } from '../pay-run-queries.ts'

/** Journal of a closed run for bookkeeping. Fails with `pay_run.open` for a draft. */
export const runJournal: Handler<typeof payRuns.journal> = async ({ db }, { id }) => {
  const run = await findRun(db, id)
  if (run.closedAt === null) return fail('pay_run.open')
  const { rows } = await sql<JournalAgent>`
    select a.name, ((x.written + x.overrides + x.adjustments) * 100)::bigint as expense,
      ((x.advances - x.recovered) * 100)::bigint as advances, ((x.carried_in - x.carried_out) * 100)::bigint as carried,
      (x.paid * 100)::bigint as paid
    from pay_run_agents x join agents a on a.id = x.agent_id where x.run_id = ${id} order by a.search_name, a.id`.execute(
    db,
  )
  const number = `PAY-${run.month.slice(0, 7)}${run.sequence > 0 ? `-${run.sequence}` : ''}`
  const entries = journalOf(
    { name: runName(run), number, closedOn: todayIn(new Date(run.closedAt)), paidOn: run.paidOn },
    rows,
  )
  return {
    stream: Readable.from([csvOf(journalHeadings, entries)]),
    mediaType: 'text/csv; charset=utf-8',
    fileName: `${number}.csv`,
  }
}
