-- Files are read without zeros in front of an NPN since 0275. What older files stored gets the same numbers: otherwise a corrected
-- statement would not find the lines that it corrects, and would count them again.
create function npn_without_zeros(npn text) returns text immutable language sql as $$ select regexp_replace(npn, '^0+(?=[0-9]+$)', '') $$;

-- Ledgers that a migration made outdated: a job derives them from policies, statements and schedules.
create table ledgers_to_derive (carrier_id bigint primary key);
insert into ledgers_to_derive
select carrier_id from policies where agent_npn ~ '^0+[0-9]'
union select carrier_id from commission_lines where agent_npn ~ '^0+[0-9]'
union select p.carrier_id from policy_agents h join policies p on p.id = h.policy_id where h.agent_npn ~ '^0+[0-9]';

update contacts set npn = npn_without_zeros(npn) where npn ~ '^0+[0-9]';
update policies set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update policy_agents set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update commission_lines set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update commission_sources set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update commission_replaced_lines set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update commission_replaced_sources set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';
update paid_lines set identity = regexp_replace(identity, '\|0+([0-9]+)$', '|\1') where identity ~ '\|0+[0-9]+$';
-- Before the applications, whose trigger compares the newest one with them.
update exchange_agents set npn = npn_without_zeros(npn) where npn ~ '^0+[0-9]';
update marketplace_applications set agent_npn = npn_without_zeros(agent_npn) where agent_npn ~ '^0+[0-9]';

-- Policies and lines that waited for an agent because of the zeros.
do $$
declare
  waiting bigint;
begin
  for waiting in
    select a.id from agents a where exists (select from policies p where p.agent_npn = a.npn and p.agent_id is null)
      or exists (select from policy_agents h where h.agent_npn = a.npn and h.agent_id is null)
      or exists (select from commission_lines l where l.agent_npn = a.npn and l.agent_id is null)
  loop
    perform adopt_agent_number(waiting);
  end loop;
end $$;

drop function npn_without_zeros(text);
