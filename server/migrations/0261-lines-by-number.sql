-- Finds the lines of a number without reading all lines of the carrier that wait or were found otherwise: each decision about an
-- exception does, and each load of policies for all decisions of the carrier.
create index commission_lines_stated on commission_lines (carrier_id, policy_number_key(coalesce(stated_number, policy_number)))
  where policy_id is null or matched_by in ('spelling', 'member', 'exchange', 'name', 'resolution');

create or replace function lines_of_number(of_carrier bigint, of_key text) returns setof bigint stable language sql as $$
  select l.id from commission_lines l where l.carrier_id = of_carrier
    and policy_number_key(coalesce(l.stated_number, l.policy_number)) = of_key
    and (l.policy_id is null or l.matched_by in ('spelling', 'member', 'exchange', 'name', 'resolution'))
  union
  select l.id from policies p join commission_lines l on l.policy_id = p.id
  where p.carrier_id = of_carrier and policy_number_key(p.policy_number) = of_key
    and policy_number_key(coalesce(l.stated_number, l.policy_number)) = of_key
$$;
