-- Rows by the line that they pay or take back from: releases and corrections read its unreversed amounts.
create index pay_earnings_source on pay_earnings ((coalesce(reverses, line_id)));

-- What a closed run paid in advance stays what the ledger says.
alter table agent_ledger add constraint agent_ledger_advance_id_fkey foreign key (advance_id) references agent_advances;
create function refuse_change_of_paid_advance() returns trigger language plpgsql as $$
begin
  if exists (select from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
    where i.kind = 'advance' and i.source_id = old.id) then
    raise exception 'A paid advance does not change' using errcode = 'check_violation', constraint = 'agent_advances_paid_locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger agent_advances_paid before update on agent_advances
  for each row when ((old.agent_id, old.month, old.amount) is distinct from (new.agent_id, new.month, new.amount))
  execute function refuse_change_of_paid_advance();
create trigger agent_advances_paid_deleted before delete on agent_advances
  for each row execute function refuse_change_of_paid_advance();

-- That two carriers turn out to be one changes nothing of what was earned (as in 0082).
create function refuse_update_of_earning() returns trigger language plpgsql as $$
begin
  if current_setting('coverdesk.carrier_merge', true) = 'on'
    and to_jsonb(new) - 'carrier_id' = to_jsonb(old) - 'carrier_id' then
    return new;
  end if;
  raise exception 'A closed run does not change' using errcode = 'check_violation', constraint = 'pay_runs_closed_locked';
end $$;
drop trigger pay_earnings_updated on pay_earnings;
create trigger pay_earnings_updated before update on pay_earnings
  for each row execute function refuse_update_of_earning();
create trigger pay_earnings_truncated before truncate on pay_earnings
  for each statement execute function refuse_update_of_earnings();
