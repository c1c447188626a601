-- Months before the broker effective date of the first known agent are not compared (decision 258): the ledgers that have some are derived
-- again.
insert into ledgers_to_derive
select distinct p.carrier_id from policies p
where p.agent_since = p.broker_effective_date and p.broker_effective_date > coalesce(p.effective_date, '-infinity')
on conflict do nothing;
