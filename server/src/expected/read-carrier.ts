import type { CarrierTerms } from '@coverdesk/domain/expected/carrier-terms.ts'
import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { ScheduleRow } from '@coverdesk/domain/expected/schedule-row.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

interface StoredRow extends Omit<ScheduleRow, 'first' | 'last'> {
  firstMonth: string
  lastMonth: string | null
}

/** Terms with the first day of their first month; null in the first ones. */
interface StoredTerms extends Omit<CarrierTerms, 'first'> {
  first: string | null
}

const datedTerms = ({ first, ...terms }: StoredTerms): CarrierTerms => ({
  ...terms,
  first: first === null ? null : monthOfDay(first),
})

interface StoredCarrier {
  terms: [StoredTerms, ...StoredTerms[]]
  disputeDays: number
  tellsPaid: boolean
  books: string[]
  statements: { month: string; lines: number; date: string | null }[]
  firstStatement: string | null
  confirmedStatements: string[]
  confirmedLines: [line: number, lines: number][]
}

/** SQL condition for confirmations `k` of whole statements that still have at least as many lines as when confirmed. */
export const isConfirmedWhole = sql<boolean>`(k.undone_at is null and k.lines <= coalesce(
  (select sum(o.lines) from commission_month_totals o where o.carrier_id = k.carrier_id and o.month = k.month), 0))`

/** Rows of a carrier's schedule; amounts in whole cents or hundredths of a percent. */
async function scheduleRowsOf(db: Db, carrierId: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<StoredRow>`
    select s.id, to_jsonb(s.states) as states, s.scope, s.scope_value as "scopeValue", s.business, s.first_month as "firstMonth",
      s.last_month as "lastMonth", s.cohort_from as "cohortFrom", s.cohort_to as "cohortTo", s.members_from as "membersFrom",
      s.members_to as "membersTo", s.basis, (s.amount * 100)::bigint as amount, s.cap, s.commissionable as "isCommissionable",
      s.first_lag as "firstLag", s.dispute_days as "disputeDays"
    from commission_schedules s where s.carrier_id = ${carrierId} order by s.id`.execute(db)
  return rows.map(({ firstMonth, lastMonth, ...row }) => ({
    ...row,
    first: monthOfDay(firstMonth),
    last: lastMonth === null ? null : monthOfDay(lastMonth),
  }))
}

/** A carrier's terms, schedule, policy files and statements. Undefined if it does not exist. */
export async function readCarrier(db: Db, carrierId: number): Promise<CarrierFacts | undefined> {
  const { rows } = await sql<StoredCarrier>`
    select c.dispute_days as "disputeDays", c.first_statement as "firstStatement",
      (select jsonb_agg(jsonb_build_object('first', lower(t.months), 'arrears', t.arrears, 'newPeriod', t.new_period,
        'tolerance', (t.tolerance * 100)::bigint, 'graceDays', t.grace_days) order by t.months)
        from carrier_terms t where t.carrier_id = c.id) as terms,
      exists (select from policies p where p.carrier_id = c.id and p.paid_through_date is not null) as "tellsPaid",
      coalesce((select jsonb_agg(distinct b.month) from import_batches b
        where b.kind = 'policies' and b.carrier_id = c.id and b.undone_at is null and b.month is not null and b.part is null), '[]') as books,
      coalesce((select jsonb_agg(jsonb_build_object('month', t.month, 'lines', t.lines, 'date', (
          select max(l.statement_date) from commission_lines l
          where l.carrier_id = c.id and l.month = t.month and l.statement_date is not null)))
        from (
          select t.month, sum(t.lines - t.of_agents)::int as lines from commission_month_totals t
          where t.carrier_id = c.id and t.lines > t.of_agents group by 1) t), '[]') as statements,
      coalesce((select jsonb_agg(k.month) from statement_confirmations k
        where k.carrier_id = c.id and ${isConfirmedWhole}), '[]') as "confirmedStatements",
      coalesce((select jsonb_agg(jsonb_build_array(l.id, q.lines)) from equal_line_confirmations q
        join commission_lines l on l.carrier_id = q.carrier_id and l.month = q.statement and l.policy_number = q.policy_number
          and l.amount = q.amount
        where q.carrier_id = c.id and q.undone_at is null), '[]') as "confirmedLines"
    from carriers c where c.id = ${carrierId}`.execute(db)
  const [terms] = rows
  if (!terms) return undefined
  const [first, ...later] = terms.terms
  const books = terms.books.map(monthOfDay)
  const statements = terms.statements.map(({ month, lines }) => [monthOfDay(month), lines] as const)
  const confirmed = terms.confirmedStatements.map(monthOfDay)
  const months = [...statements.map(([month]) => month), ...confirmed]
  return {
    terms: [datedTerms(first), ...later.map(datedTerms)],
    disputeDays: terms.disputeDays,
    tellsPaid: terms.tellsPaid,
    rows: await scheduleRowsOf(db, carrierId),
    books,
    newestBook: books.length > 0 ? Math.max(...books) : null,
    statements: new Map(statements),
    statementDates: new Map(
      terms.statements.flatMap(({ month, date }) => (date === null ? [] : [[monthOfDay(month), date] as const])),
    ),
    firstStatement: terms.firstStatement === null ? null : monthOfDay(terms.firstStatement),
    newestStatement: months.length > 0 ? Math.max(...months) : null,
    confirmedStatements: new Set(confirmed),
    confirmedLines: new Map(terms.confirmedLines),
  }
}
