import type { LentConnection } from '../../platform/db/connection.ts'

/**
 * Terms of pay of some agents from the start of the year of `today`: contracts beside the rates of the others, a hierarchy of
 * three levels with overrides, a split policy, an advance, adjustments and a hold.
 */
export async function seedPayTerms(client: LentConnection, today: string, userId: number): Promise<void> {
  const year = Number(today.slice(0, 4))
  const from = `${year}-01-01`
  await client.query(
    `insert into agent_contracts (agent_id, carrier_id, start_date, end_date, basis, percent, amount)
     select t.* from (values
       (2::bigint, null::bigint, $1::date, null::date, 'percent', 80::numeric, null::numeric),
       (3, null, $1, $2::date, 'percent', 65, null), (3, null, $2::date + 1, null, 'percent', 70, null),
       (4, null, $1, null, 'percent', 70, null), (4, 1, $1, null, 'perMember', null, 14),
       (5, null, $1, null, 'percent', 72.5, null)) t (agent, carrier, start_date, end_date, basis, percent, amount)
     join agents a on a.id = t.agent`,
    [from, `${year}-06-30`],
  )
  await client.query(
    `insert into agent_uplines (agent_id, upline_id, start_date)
     select t.agent, t.upline, $1::date from (values (3::bigint, 2::bigint), (4, 2), (5, 3)) t (agent, upline)
     join agents a on a.id = t.agent`,
    [from],
  )
  await client.query(
    `insert into override_terms (agent_id, level, start_date, basis, percent)
     select t.agent, t.level, $1::date, 'percent', t.percent from (values (2::bigint, 1, 5), (2, 2, 2.5), (3, 1, 5)) t (agent, level, percent)
     join agents a on a.id = t.agent`,
    [from],
  )
  await client.query(
    `with split as (select id, agent_id from policies where agent_id in (3, 4, 5) order by id limit 3)
     insert into policy_splits (policy_id, agent_id, share, start_date)
     select id, agent_id, 60, $1::date from split union all select id, 2, 40, $1::date from split`,
    [from],
  )
  await client.query(
    `insert into agent_advances (agent_id, month, amount, recovery_percent, reason)
     select id, $1::date, 500, 50, 'Start in the new office' from agents where id = 5`,
    [from],
  )
  await client.query(
    `insert into agent_adjustments (agent_id, first_month, last_month, amount, reason)
     select id, $1::date, null::date, -25, 'Quoting software' from agents where id in (3, 4, 5)
     union all select id, $1, $1, 150, 'Bonus of the open enrollment' from agents where id = 4`,
    [from],
  )
  await client.query(
    `insert into pay_holds (agent_id, first_month, reason, created_by)
     select id, $1::date, 'Error and omissions insurance expired', $2 from agents where id = 9`,
    [`${today.slice(0, 7)}-01`, userId],
  )
}
