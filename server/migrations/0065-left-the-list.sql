-- When and why an unpaid or lost policy left its list (decision 058): both follow from the book, as `why` does, and are gone
-- when it stands again. `stood_for` is why it stood last.
alter table unpaid_policies
  add column left_at timestamptz,
  add column left_why text,
  add column stood_for text;
alter table lost_policies
  add column left_at timestamptz,
  add column left_why text,
  add column stood_for text;

-- Why a policy is unpaid no more: it is not in the file or not in force any more, the premium or the commission came, or the
-- files say otherwise now, as after a load that was undone.
create function why_settled(p policies, of_month date, stood_for text) returns text stable language sql as $$
  select case
    when p.missing_since is not null then 'missing'
    when not in_force(p, of_month) then 'ended'
    when stood_for is distinct from 'commission' and p.paid_through_date >= of_month then 'paid'
    when stood_for is distinct from 'premium' and exists (select from commission_lines l
      where l.carrier_id = p.carrier_id and l.month = of_month and l.policy_number = p.policy_number) then 'commission'
    else 'corrected' end
$$;

create function note_unpaid_left() returns trigger language plpgsql as $$
begin
  if new.why is not null then
    new.left_at := null; new.left_why := null; new.stood_for := null;
  else
    new.left_at := now(); new.stood_for := old.why;
    select why_settled(p, new.month, old.why) into new.left_why from policies p where p.id = new.policy_id;
  end if;
  return new;
end $$;
create trigger unpaid_policies_left before update of why on unpaid_policies
  for each row when ((old.why is null) <> (new.why is null)) execute function note_unpaid_left();

-- A lost one leaves the list in one way only: it is ours and in force again.
create function note_lost_left() returns trigger language plpgsql as $$
begin
  if new.why is not null then
    new.left_at := null; new.left_why := null; new.stood_for := null;
  else
    new.left_at := now(); new.left_why := 'back'; new.stood_for := old.why;
  end if;
  return new;
end $$;
create trigger lost_policies_left before update of why on lost_policies
  for each row when ((old.why is null) <> (new.why is null)) execute function note_lost_left();

-- Of those that left before, only that they did by now is known.
update unpaid_policies n set left_at = now(), left_why = why_settled(p, n.month, null) from policies p
where p.id = n.policy_id and not n.stands;
update lost_policies set left_at = now(), left_why = 'back' where not stands;

alter table unpaid_policies
  add constraint unpaid_policies_left_or_stands check (stands = (left_at is null) and (left_at is null) = (left_why is null)),
  add constraint unpaid_policies_left_why_known check (left_why in ('paid', 'commission', 'ended', 'missing', 'corrected'));
alter table lost_policies
  add constraint lost_policies_left_or_stands check (stands = (left_at is null) and (left_at is null) = (left_why is null)),
  add constraint lost_policies_left_why_known check (left_why in ('back'));

-- Each order of those that left, one agent's, and what they are found by.
create index on unpaid_policies (left_at, id) where not stands;
create index on unpaid_policies (month, at_stake, id) where not stands;
create index on unpaid_policies (at_stake, id) where not stands;
create index on unpaid_policies (sort_name, id) where not stands;
create index on unpaid_policies (plain_text(policy_number) collate "C", id) where not stands;
create index on unpaid_policies (agent_id, left_at, id) where not stands;
create index on unpaid_policies (aor_id, left_at, id) where not stands;
create index on unpaid_policies (status_id, agent_id, carrier_id, month) include (aor_id, at_stake) where not stands;
create index on unpaid_policies using gin (search_name extensions.gin_trgm_ops) where not stands;
create index on lost_policies (left_at, id) where not stands;
create index on lost_policies (month, at_stake, id) where not stands;
create index on lost_policies (at_stake, id) where not stands;
create index on lost_policies (sort_name, id) where not stands;
create index on lost_policies (plain_text(policy_number) collate "C", id) where not stands;
create index on lost_policies (agent_id, left_at, id) where not stands;
create index on lost_policies (aor_id, left_at, id) where not stands;
create index on lost_policies (status_id, agent_id, carrier_id, month) include (aor_id, at_stake) where not stands;
create index on lost_policies using gin (search_name extensions.gin_trgm_ops) where not stands;
