-- runs with: 0356
-- Shares of a writing part are divided by `allot_cents`, as what a chargeback takes back: one function knows the largest remainders and
-- the ties of rule 14. Shares of a split add up to 100.0000, so their ten thousandths are the weights.
create or replace function share_of_pay(pay numeric, of_policy bigint, of_agent bigint, on_day date)
  returns numeric stable parallel safe language sql as $$
  select case when pay is null or p.agents is null then pay
    else round(coalesce((allot_cents((pay * 100)::bigint, p.weights, p.agents))[array_position(p.agents, of_agent)], 0) / 100.0, 2) end
  from (
    select array_agg(s.agent_id order by s.agent_id) as agents, array_agg((s.share * 10000)::bigint order by s.agent_id) as weights
    from policy_splits s
    where s.policy_id = of_policy and s.start_date <= on_day and (s.end_date is null or s.end_date >= on_day)
  ) p
$$;
