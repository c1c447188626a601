-- A line that a person said is none of the agency's earns its agent nothing, as in the pay run. Runs after commission_lines_pay, by
-- its name.
create function no_pay_of_ignored_line() returns trigger language plpgsql as $$
begin
  new.pay := 0;
  return new;
end $$;
create trigger commission_lines_pay_ignored
  before insert or update of agent_id, carrier_id, policy_id, month, kind, members, amount, matched_by, pay on commission_lines
  for each row when (new.matched_by = 'ignored' and new.agent_id is not null) execute function no_pay_of_ignored_line();

do $$
declare
  ignored bigint[];
begin
  with changed as (
    update commission_lines set pay = 0 where matched_by = 'ignored' and agent_id is not null returning id
  )
  select coalesce(array_agg(id), '{}') into ignored from changed;
  perform rebuild_sums_of_lines(ignored);
end $$;
