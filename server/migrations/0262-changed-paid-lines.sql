-- Paid lines that may differ from what was paid: a load, an undo, a deletion, a decision or the ledger changed them since. Pay runs
-- compare these alone. A close unmarks those that it settles.
alter table paid_lines add column is_changed boolean not null default true;
create index paid_lines_changed on paid_lines (original_id) where is_changed;

create function mark_changed_lines() returns trigger language plpgsql as $$
begin
  if exists (select from paid_lines) then
    update paid_lines d set is_changed = true from before b left join after a on a.id = b.id
    where d.line_id = b.id and not d.is_changed and (b.policy_id, b.matched_by, b.month, b.amount, b.carrier_id)
      is distinct from (a.policy_id, a.matched_by, a.month, a.amount, a.carrier_id);
  end if;
  return null;
end $$;
create trigger commission_lines_mark_changed after update on commission_lines referencing old table as before new table as after
  for each statement execute function mark_changed_lines();

create function mark_gone_lines() returns trigger language plpgsql as $$
begin
  if exists (select from paid_lines) then
    update paid_lines d set is_changed = true from before b where d.line_id = b.id and not d.is_changed;
  end if;
  return null;
end $$;
create trigger commission_lines_mark_gone after delete on commission_lines referencing old table as before
  for each statement execute function mark_gone_lines();

create function mark_moved_lines() returns trigger language plpgsql as $$
begin
  if exists (select from paid_lines) then
    update paid_lines d set is_changed = true from moved m where d.line_id = m.line_id and not d.is_changed;
  end if;
  return null;
end $$;
create trigger line_months_mark_added after insert on line_months referencing new table as moved
  for each statement execute function mark_moved_lines();
create trigger line_months_mark_updated after update on line_months referencing new table as moved
  for each statement execute function mark_moved_lines();
create trigger line_months_mark_removed after delete on line_months referencing old table as moved
  for each statement execute function mark_moved_lines();

-- A statement's month less the arrears is what its lines pay.
create function mark_lines_of_carrier() returns trigger language plpgsql as $$
begin
  update paid_lines d set is_changed = true from commission_lines l
  where l.id = d.line_id and l.carrier_id = new.id and not d.is_changed;
  return null;
end $$;
create trigger carriers_mark_lines after update of arrears on carriers for each row
  when (old.arrears is distinct from new.arrears) execute function mark_lines_of_carrier();
