import { fail } from '@coverdesk/domain/fail.ts'
import type { CommissionFindings } from '@coverdesk/domain/uploads/commission-findings.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { BatchFacts, StagedImport } from '../../platform/imports/import-definition.ts'
import { lostZerosOf, numberlessOf, repeatsOf, totalDifferences, unsignedChargebacksOf } from './problems-of-file.ts'

/** A staged row `t` that belongs to no policy: an exception once it is loaded. */
export const isStagedException = sql`(t.policy_id is null and t.matched_by is null and t.kind is distinct from 'bonus')`
/** A staged row `t` without a policy or agent. */
export const isUnmatched = sql`(${isStagedException} or t.agent_id is null and t.matched_by is distinct from 'ignored')`

/** Maximum number of months listed individually. */
const maxMonths = 120

/** Effect of a compared file before it is written: amounts of each month before and after, and unmatched rows. */
export async function commissionFindings(db: Db, staged: StagedImport): Promise<CommissionFindings> {
  const { rows } = await sql<Omit<CommissionFindings, 'totals' | 'totalDifferences' | 'repeats' | 'repeatCount'>>`
    with brought as materialized (
      select s.carrier_id, s.month, count(*)::int as rows, sum(s.amount) as amount,
        coalesce(sum(s.amount) filter (where f.outcome = 'new'), 0) as added
      from ${sql.table(staged.rows)} s
      join ${sql.table(staged.found)} f on f.line = s.line
      group by 1, 2
    ), money as materialized (
      select b.carrier_id, b.month, b.rows, b.amount, t.before,
        b.added + case when ${staged.job.replacesStatements === true} then 0 else t.before end as after
      from brought b cross join lateral (
        select coalesce(sum(m.amount), 0) as before from commission_month_totals m
        where m.carrier_id = b.carrier_id and m.month = b.month) t
    ), shown as (
      select c.name, m.* from money m join carriers c on c.id = m.carrier_id order by m.month desc, lower(c.name) limit ${maxMonths}
    )
    select
      coalesce((select sum(amount) from money), 0)::numeric(18, 2)::text as amount,
      coalesce((select sum(before) from money), 0)::numeric(18, 2)::text as before,
      coalesce((select sum(after) from money), 0)::numeric(18, 2)::text as after,
      (select count(*)::int from money) as "monthCount",
      coalesce((select jsonb_agg(jsonb_build_object('carrierName', name, 'month', extract(month from month)::int,
        'year', extract(year from month)::int, 'rows', rows, 'before', before::numeric(18, 2)::text,
        'after', after::numeric(18, 2)::text) order by month desc, lower(name)) from shown), '[]') as months,
      (select jsonb_build_object('rows', count(*) filter (where ${isUnmatched}),
        'policy', count(*) filter (where ${isStagedException}),
        'setAside', count(*) filter (where t.policy_id is null and not ${isStagedException}),
        'npn', count(*) filter (where t.agent_id is null and t.agent_npn is not null),
        'agent', count(*) filter (where t.agent_id is null and t.agent_npn is null)) from ${sql.table(staged.rows)} t) as unmatched`.execute(
    db,
  )
  return {
    ...(rows[0] ?? fail('server.error')),
    totals: staged.totals.length,
    totalDifferences: await totalDifferences(db, staged),
    ...(await repeatsOf(db, staged)),
    ...(await unsignedChargebacksOf(db, staged)),
    ...(await numberlessOf(db, staged)),
    ...(await lostZerosOf(db, staged)),
  }
}

/** Carrier and month of a file, null if it has several, and the total amount. */
export async function batchFacts(db: Db, staged: StagedImport): Promise<BatchFacts> {
  const { rows } = await sql<BatchFacts>`
    select case when count(distinct carrier_id) = 1 then min(carrier_id) end as "carrierId",
      case when count(distinct month) = 1 then min(month)::text end as month, sum(amount)::text as amount
    from ${sql.table(staged.rows)}`.execute(db)
  return rows[0] ?? fail('server.error')
}
