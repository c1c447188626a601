import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { SourceSummary, threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { sql } from 'kysely'
import { monthOfLine, termsOfLine } from '../expected/terms-of-line.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { groupList } from '../platform/lists/list-sums.ts'
import { shownMonth } from './shown-month.ts'
import { review, sourceList } from './source-list.ts'

type Counted = SourceSummary['classes'][number]

/** Policies of a month by class, and the same counted in the sources themselves. */
export const summarizeSources: Handler<typeof threeSources.summary> = async ({ db, user }, filters) => {
  const month = filters.month ?? (await shownMonth(db))
  if (month === undefined) return { month: null, months: [], comparedAt: null, classes: [], sources: null }
  const visibility = user.visibility('Statement')
  const columns = {
    class: 't.class',
    units: 'count(*)::int',
    reviewed: `count(*) filter (where exists (${review}))::int`,
    exchange: 'count(*) filter (where t.in_exchange)::int',
    book: 'count(*) filter (where t.in_book)::int',
    paid: 'sum(t.paid)::numeric(16, 2)::text',
    stake: 'sum(t.stake)::numeric(16, 2)::text',
  }
  const request = { ...filters, month, pageNumber: 1, pageSize: 1 }
  const classes = await groupList<Counted>(db, sourceList, { columns, by: ['class'] }, request, visibility)
  const day = firstOfMonth(month)
  const isWhole = visibility.all && filters.agentId === undefined
  return {
    month: day,
    ...(await comparison(db, day)),
    classes,
    sources: isWhole ? await countSources(db, day, filters.carrierId) : null,
  }
}

async function comparison(db: Db, month: string): Promise<Pick<SourceSummary, 'months' | 'comparedAt'>> {
  const { rows } = await sql<Pick<SourceSummary, 'months' | 'comparedAt'>>`
    select
      coalesce((select jsonb_agg(n.month order by n.month desc) from (select distinct month from source_months) n), '[]') as months,
      case when not exists (select from source_changes)
        then (select ${sql.raw(instantOf('min(d.compared_at)'))} from source_months d where d.month = ${month}::date) end as "comparedAt"`.execute(
    db,
  )
  return rows[0] ?? { months: [], comparedAt: null }
}

/** Records and cents of a month, of one carrier or all, without joining them. */
async function countSources(
  db: Db,
  month: string,
  carrierId: number | undefined,
): Promise<NonNullable<SourceSummary['sources']>> {
  const of = (column: string) => (carrierId === undefined ? sql`true` : sql`${sql.raw(column)} = ${carrierId}::bigint`)
  const { rows } = await sql<NonNullable<SourceSummary['sources']>>`
    select
      (select count(*)::int from exchange_policies x
        where x.effective < ${month}::date + interval '1 month' and x.expiration >= ${month}::date and ${of('x.carrier_id')}) as exchange,
      (select count(*)::int from policies p left join import_batches b on b.id = p.missing_batch_id
        where book_covers(p, b.month, ${month}::date) and ${of('p.carrier_id')}) as book,
      (select coalesce(sum(s.amount), 0)::numeric(16, 2)::text from (
        select n.amount from line_months n join commission_lines l on l.id = n.line_id
        where n.month = ${month}::date and l.policy_id is not null and ${of('l.carrier_id')}
        union all
        select l.amount from commission_lines l ${termsOfLine('l')}
        where (l.policy_month = ${month}::date or l.month between ${month}::date and ${month}::date + interval '12 months')
          and ${monthOfLine('l')} = ${month}::date and ${of('l.carrier_id')}
          and (l.policy_id is null or not exists (select from line_months n where n.line_id = l.id))) s) as paid`.execute(
    db,
  )
  return rows[0] ?? { exchange: 0, book: 0, paid: '0.00' }
}
