-- When and why an unpaid or lost policy left its list (decision 058): both follow from the book, as `why` does, and are gone
-- when it stands again. `stood_for` is why it stood last. `left_before` holds these of the times before, the last one first, so that
-- the undo of the load that put a row back says again what was said before it (P-60).
alter table unpaid_policies
  add column left_at timestamptz,
  add column left_why text,
  add column stood_for text,
  add column left_before jsonb not null default '[]';
alter table lost_policies
  add column left_at timestamptz,
  add column left_why text,
  add column stood_for text,
  add column left_before jsonb not null default '[]';

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

-- True in the transaction that takes a load back.
create function is_undoing() returns boolean language sql stable as $$
  select current_setting('coverdesk.undoing', true) = 'on'
$$;

create function note_left() returns trigger language plpgsql as $$
declare
  earlier jsonb := old.left_before -> 0;
begin
  if new.why is not null then
    if is_undoing() is not true then
      new.left_before := jsonb_build_object('at', old.left_at, 'why', old.left_why, 'for', old.stood_for) || old.left_before;
    end if;
    new.left_at := null; new.left_why := null; new.stood_for := null;
  elsif is_undoing() and earlier is not null then
    new.left_at := earlier ->> 'at'; new.left_why := earlier ->> 'why'; new.stood_for := earlier ->> 'for';
    new.left_before := old.left_before - 0;
  else
    new.left_at := now(); new.stood_for := old.why;
    -- A lost one leaves its list in one way only: it is ours and in force again.
    if tg_table_name = 'lost_policies' then
      new.left_why := 'back';
    else
      select why_settled(p, new.month, old.why) into new.left_why from policies p where p.id = new.policy_id;
    end if;
  end if;
  return new;
end $$;
create trigger unpaid_policies_left before update of why on unpaid_policies
  for each row when ((old.why is null) <> (new.why is null)) execute function note_left();
create trigger lost_policies_left before update of why on lost_policies
  for each row when ((old.why is null) <> (new.why is null)) execute function note_left();

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
