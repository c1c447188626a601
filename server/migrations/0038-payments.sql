-- What agents are paid (PAY-01 to PAY-08): payments in batches. A batch goes from Open over Processed to Paid, and a paid
-- one never changes any more, nor do its payments.
create table payment_batches (
  id bigint generated always as identity primary key,
  name text not null constraint payment_batches_name_taken unique,
  -- Of generic list 6: 1 Open, 2 Processed, 3 Paid.
  status_id smallint not null default 1 constraint payment_batches_status_known check (status_id in (1, 2, 3)),
  paid_on date constraint payment_batches_paid_dated check ((paid_on is not null) = (status_id = 3)),
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index payment_batches_name on payment_batches using gin (plain_text(name) extensions.gin_trgm_ops);
create index payment_batches_paid on payment_batches (paid_on);

create table payments (
  id bigint generated always as identity primary key,
  payment_number text not null generated always as ('P' || lpad(id::text, 7, '0')) stored
    constraint payments_number_once unique,
  batch_id bigint not null references payment_batches,
  agent_id bigint not null references agents,
  -- Null for what is paid for no carrier's business, such as a bonus.
  carrier_id bigint references carriers,
  -- Of generic list 5: 1 Commission, 2 Override, 3 Bonus, 4 Adjustment.
  type_id smallint not null constraint payments_type_known check (type_id in (1, 2, 3, 4)),
  month date not null constraint payments_first_of_month check (extract(day from month) = 1),
  amount numeric(12, 2) not null
);
create index payments_month on payments (month, id);
create index payments_agent on payments (agent_id, month, id);
create index payments_batch on payments (batch_id);
create index payments_narrow on payments (type_id, carrier_id);

create function refuse_change_of_paid() returns trigger language plpgsql as $$
begin
  if exists (select from payment_batches b where b.status_id = 3
    and b.id in (case when tg_op <> 'INSERT' then old.batch_id end, case when tg_op <> 'DELETE' then new.batch_id end)) then
    raise exception 'A paid batch does not change' using errcode = 'check_violation', constraint = 'payment_batches_paid_locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger payments_locked before insert or update or delete on payments
  for each row execute function refuse_change_of_paid();

create function refuse_change_of_paid_batch() returns trigger language plpgsql as $$
begin
  raise exception 'A paid batch does not change' using errcode = 'check_violation', constraint = 'payment_batches_paid_locked';
end $$;
create trigger payment_batches_locked before update or delete on payment_batches
  for each row when (old.status_id = 3) execute function refuse_change_of_paid_batch();

insert into list_versions (list) values ('payments');
create trigger payments_touch after insert or update or delete or truncate on payments
  for each statement execute function note_list_touch('payments');
create trigger payment_batches_touch after insert or update or delete or truncate on payment_batches
  for each statement execute function note_list_touch('payments');
