-- What closed runs paid or took as an adjustment stays what they say: it can only end after them (as advances in 0225).
create function refuse_change_of_paid_adjustment() returns trigger language plpgsql as $$
declare
  paid date;
begin
  select max(i.month) into paid from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
  where i.kind = 'adjustment' and i.source_id = old.id;
  if paid is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or (old.agent_id, old.first_month, old.amount) is distinct from (new.agent_id, new.first_month, new.amount)
    or new.last_month < paid then
    raise exception 'A paid adjustment does not change' using errcode = 'check_violation', constraint = 'agent_adjustments_paid_locked';
  end if;
  return new;
end $$;
create trigger agent_adjustments_paid before update on agent_adjustments
  for each row when ((old.agent_id, old.first_month, old.last_month, old.amount)
    is distinct from (new.agent_id, new.first_month, new.last_month, new.amount))
  execute function refuse_change_of_paid_adjustment();
create trigger agent_adjustments_paid_deleted before delete on agent_adjustments
  for each row execute function refuse_change_of_paid_adjustment();
