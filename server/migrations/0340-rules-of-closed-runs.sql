-- The rule behind an amount of a run says the terms and the share as they were, also after they changed.
alter table pay_earnings add column share numeric(7, 4), add column terms_from date, add column terms_of_all boolean;
comment on column pay_earnings.share is 'Percent of the writing part that is the agent''s; null without a split';

-- Closed runs do not change; this says of them what the screens said.
alter table pay_earnings disable trigger pay_earnings_updated;
update pay_earnings e set terms_from = coalesce(k.start_date, o.start_date, t.start_date),
  terms_of_all = e.terms_source <> 'rate' and k.carrier_id is null and o.carrier_id is null,
  share = (select s.share from policy_splits s where e.role = 'writing' and s.policy_id = e.policy_id and s.agent_id = e.agent_id
    and s.start_date <= e.month and (s.end_date is null or s.end_date >= e.month))
from pay_earnings i
left join agent_contracts k on i.terms_source = 'contract' and k.id = i.terms_id
left join override_terms o on i.terms_source = 'override' and o.id = i.terms_id
left join agent_rates t on i.terms_source = 'rate' and t.id = i.terms_id
where i.id = e.id and e.terms_source is not null;
alter table pay_earnings enable trigger pay_earnings_updated;
