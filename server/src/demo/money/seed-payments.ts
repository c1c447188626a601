import type { LentConnection } from '../../platform/db/connection.ts'

/**
 * Seeds a paid batch for each of the nine months with commissions before the agency's pay runs, if there are none. An agent gets the
 * carrier's rate per paid member, and nothing of a carrier without one, with some bonuses, overrides and adjustments.
 */
export async function seedPayments(client: LentConnection, userId: number): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from payment_batches) as filled')
  if (rows[0]?.filled) return
  await client.query(batches, [userId])
  await client.query(payments)
  await client.query(status)
  await client.query('analyze payments, payment_batches')
}

const batches = `
  insert into payment_batches (name, created_at, created_by)
  select 'Commissions ' || to_char(month, 'MM/YYYY'), month + interval '1 month 9 days 14 hours', $1::bigint
  from (select distinct month from commission_month_totals where agent_id is not null order by month desc limit 9 offset 3) m
  order by month`

/** Commissions of an agent by carrier, overrides for the two team leaders, and occasional bonuses and corrections. */
const payments = `
  insert into payments (batch_id, agent_id, carrier_id, type_id, month, amount)
  select b.id, p.agent_id, p.carrier_id, p.type_id, p.month, p.amount
  from (
    select t.month, t.agent_id, t.carrier_id, 1 as type_id, round(t.members * r.rate, 2) as amount
    from commission_month_totals t
    join agent_rates r on r.agent_id = t.agent_id and r.carrier_id = t.carrier_id
      and t.month >= r.start_date and t.month <= coalesce(r.end_date, 'infinity')
    where t.agent_id is not null
    union all
    select t.month, o.agent_id, t.carrier_id, 2, round(sum(t.amount) * 0.01, 2)
    from commission_month_totals t join (values (3::bigint, 1), (11, 2)) o (agent_id, team) on t.agent_id % 3 = o.team
    group by 1, 2, 3
    union all
    select t.month, t.agent_id, null, 3, 250 from commission_month_totals t
    where (t.agent_id + extract(month from t.month)::int) % 11 = 0 group by 1, 2
    union all
    select t.month, t.agent_id, t.carrier_id, 4, -round(t.amount * 0.05, 2) from commission_month_totals t
    where (t.agent_id * 7 + t.carrier_id * 3 + extract(month from t.month)::int) % 29 = 0
  ) p
  join payment_batches b on b.name = 'Commissions ' || to_char(p.month, 'MM/YYYY')
  where p.amount <> 0
  order by p.month, p.agent_id, p.type_id, p.carrier_id`

/** Paid on the 15th of the following month. */
const status = `
  update payment_batches b set status_id = 3, paid_on = (y.month + interval '1 month 14 days')::date
  from (select distinct batch_id, month from payments) y where y.batch_id = b.id`
