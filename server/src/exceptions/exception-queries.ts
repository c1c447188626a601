import type { ExceptionRow, ExceptionSummary, exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import type { ExceptionReason } from '@coverdesk/domain/exceptions/match-line.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { groupList, sumList } from '../platform/lists/list-sums.ts'
import { countRows } from './count-lines.ts'
import { exceptionList, selectExceptions } from './exception-list.ts'

/** SQL condition for lines `l` visible to a user; the same rule as the lists'. */
export const visibleLine = (visibility: Visibility) =>
  visibility.all ? sql<boolean>`true` : sql<boolean>`l.agent_id = any(${visibility.agentIds}::bigint[])`

/** One line as the list shows it, open or resolved. Fails as missing when the user cannot see it (P-26). */
export async function findException(db: Db, visibility: Visibility, id: number): Promise<ExceptionRow> {
  const { rows } = await sql<ExceptionRow>`
    ${selectExceptions} where l.id = ${id} and ${visibleLine(visibility)}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** What became of all lines of the filters, and the dollars of those without a policy by reason. */
export const summarizeExceptions: Handler<typeof exceptions.summary> = async ({ db, user }, filters) => {
  const visibility = user.visibility('Statement')
  const { reason: _, state: __, ...others } = filters
  const request = { ...others, pageNumber: 1, pageSize: 1 }
  const open = exceptionList()
  const reasons = await groupList<{ reason: ExceptionReason; lines: number; amount: string }>(
    db,
    open,
    {
      columns: {
        reason: `coalesce(l.exception, 'notLoaded')`,
        lines: 'count(*)::int',
        amount: 'sum(l.amount)::numeric(16, 2)::text',
      },
      by: ['reason'],
    },
    request,
    visibility,
  )
  const sums = await sumList(
    db,
    open,
    { amount: 'coalesce(sum(l.amount), 0)::numeric(16, 2)::text' },
    request,
    visibility,
  )
  const month = filters.month ? firstOfMonth(filters.month) : null
  const rows =
    visibility.all && filters.agentId === undefined
      ? await countRows(db, { carrierId: filters.carrierId ?? null, from: month, to: month })
      : null
  return { ...(await loadedLines(db, filters, visibility)), rows, reasons, ...sums }
}

/** Lines of the carrier, month and agent of the filters. */
async function loadedLines(
  db: Db,
  { carrierId, month, agentId }: Pick<Parameters<typeof summarizeExceptions>[1], 'carrierId' | 'month' | 'agentId'>,
  visibility: Visibility,
): Promise<Pick<ExceptionSummary, 'loaded' | 'matched' | 'exceptions' | 'setAside'>> {
  const of = sql`(${carrierId ?? null}::bigint is null or l.carrier_id = ${carrierId ?? null})
    and (${month ? firstOfMonth(month) : null}::date is null or l.month = ${month ? firstOfMonth(month) : null}::date)
    and (${agentId ?? null}::bigint is null or coalesce(l.agent_id, 0) = ${agentId ?? null})
    and ${visibleLine(visibility)}`
  const { rows } = await sql<{ loaded: number; exceptions: number; setAside: number }>`
    select (select coalesce(sum(l.lines), 0)::int from commission_month_totals l where ${of}) as loaded,
      x.exceptions, x.waiting - x.exceptions as "setAside"
    from (
      select count(*)::int as waiting, (count(*) filter (where l.matched_by is null and l.kind <> 'bonus'))::int as exceptions
      from commission_lines l where l.policy_id is null and ${of}
    ) x`.execute(db)
  const { loaded = 0, exceptions = 0, setAside = 0 } = rows[0] ?? {}
  return { loaded, exceptions, setAside, matched: loaded - exceptions - setAside }
}
