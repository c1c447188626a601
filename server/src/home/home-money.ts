import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { firstDayOf, monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import {
  deadlineDays,
  type HomeGroupOf,
  type MonthToClose,
  maxHomeRows,
  type ReceivedMonths,
} from '@coverdesk/domain/home/home-contract.ts'
import { mayReadVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { monthTotalsFor } from '../commissions/month-totals.ts'
import { missingStatements } from '../pay-runs/check-run.ts'
import { seesAgencyAmounts } from '../platform/auth/pay-readers.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { varianceList } from '../variances/variance-list.ts'

const monthsShown = 12

/** Open variances that a carrier owes and that can still be disputed, the last day to dispute first. */
export async function variancesByDeadline(
  db: Db,
  visibility: Visibility,
  today: string,
): Promise<HomeGroupOf<'variance'>> {
  const list = varianceList()
  const owed = { pageNumber: 1, pageSize: maxHomeRows, owed: 'yes', disputeFrom: today } as const
  const until = plusDays(today, deadlineDays - 1)
  const sums = { total: 'count(*)::int', stake: 'coalesce(sum(v.stake), 0)::numeric(16, 2)::text' }
  const [page, soon] = await Promise.all([
    listPage(db, list, { ...owed, sort: 'disputeBy', order: 'asc' }, visibility),
    sumList(db, list, sums, { ...owed, disputeTo: until }, visibility),
  ])
  const { data, totalRecords } = JSON.parse(page.text)
  return {
    kind: 'variance',
    total: totalRecords,
    soon: { total: Number(soon.total), stake: soon.stake, until },
    data,
  }
}

/**
 * The month after the last one with a closed pay run, once it has ended. Null while pay was never run here: the agency
 * may pay its agents elsewhere.
 */
export async function monthToClose(db: Db, today: string): Promise<MonthToClose | null> {
  const { rows } = await sql<{ month: string; runId: number | null }>`
    select m.month::text, (select r.id from pay_runs r where r.month = m.month and r.sequence = 0) as "runId"
    from (select (max(month) + interval '1 month')::date as month from pay_runs where closed_at is not null) m
    where m.month < date_trunc('month', ${today}::date)`.execute(db)
  const [open] = rows
  if (!open) return null
  const { rows: missing } = await sql<{ carriers: { name: string }[] }>`
    select ${missingStatements({ id: open.runId, month: open.month })} as carriers`.execute(db)
  return { ...open, missing: (missing[0]?.carriers ?? []).map(({ name }) => name) }
}

/** Commission of the last 12 months, as the list of statements adds it up, and what this month's statements should bring. */
export async function receivedMonths(db: Db, user: SignedIn, today: string): Promise<ReceivedMonths> {
  const visibility = user.visibility('Statement')
  const { amount, isVisible } = monthTotalsFor(user)
  const present = monthOfDay(today)
  const { rows: months } = await sql<ReceivedMonths['months'][number]>`
    select m.month::date::text as month, coalesce(t.amount, 0)::numeric(16, 2)::text as amount
    from generate_series(${firstDayOf(present - monthsShown + 1)}::date, ${firstDayOf(present)}::date, interval '1 month') m (month)
    left join lateral (
      select sum(${amount}) as amount from commission_month_totals t where t.month = m.month and ${isVisible}) t on true
    order by m.month`.execute(db)
  if (!seesAgencyAmounts(user) || !mayPass(mayReadVariances, user)) return { months, toCome: null }
  const { rows } = await sql<{ toCome: string }>`
    select coalesce(sum(x.amount), 0)::numeric(16, 2)::text as "toCome" from expected_cash x
    where x.statement = ${firstDayOf(present)} and (${visibility.all} or x.agent_id = any(${visibility.all ? [] : visibility.agentIds}::bigint[]))`.execute(
    db,
  )
  return { months, toCome: rows[0]?.toCome ?? '0.00' }
}
