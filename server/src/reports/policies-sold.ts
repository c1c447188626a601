import { type RawBuilder, sql } from 'kysely'
import { all, isChosen } from './common-params.ts'

/** Policies that each agent sold in a span: coverage starts in the span, without cancelled policies (decision 003). */
export function policiesSold({
  from,
  to,
  carrier = all,
}: {
  from: string
  to: string
  carrier?: string
}): RawBuilder<unknown> {
  return sql`
    select p.agent_id, count(*) as policies, sum(p.number_of_members) as members, count(distinct p.carrier_id) as carriers,
      sum(p.monthly_premium) as premium, min(p.effective_date) as first, max(p.effective_date) as last
    from policies p
    where p.effective_date between ${from}::date and ${to}::date and p.status <> 'Cancelled' and ${isChosen('p.carrier_id', carrier)}
    group by p.agent_id`
}
