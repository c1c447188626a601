-- Accounts that agents are paid to, and what the agency's bank needs of it (decision 172). Account numbers are sealed; the last four
-- digits are shown.

-- Rest of the sum by which the last digit of a routing number checks the others; 0 when it is right.
create function aba_rest(routing text) returns int immutable strict parallel safe language sql as $$
  select (3 * (substr(routing, 1, 1)::int + substr(routing, 4, 1)::int + substr(routing, 7, 1)::int)
    + 7 * (substr(routing, 2, 1)::int + substr(routing, 5, 1)::int + substr(routing, 8, 1)::int)
    + substr(routing, 3, 1)::int + substr(routing, 6, 1)::int + substr(routing, 9, 1)::int) % 10
$$;

create table bank_accounts (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  routing_number text not null
    constraint bank_accounts_routing_checked check (routing_number ~ '^[0-9]{9}$' and aba_rest(routing_number) = 0),
  account_sealed bytea not null,
  account_search bytea not null,
  account_last4 text not null,
  kind text not null constraint bank_accounts_kind_known check (kind in ('checking', 'savings')),
  holder text not null constraint bank_accounts_holder_known check (holder in ('consumer', 'business')),
  holder_name text not null constraint bank_accounts_holder_named check (holder_name <> ''),
  -- Days of payments to the account; without a last day it goes on.
  start_date date not null,
  end_date date,
  status text not null default 'waiting'
    constraint bank_accounts_status_known check (status in ('waiting', 'approved', 'refused', 'withdrawn')),
  entered_by bigint not null references users,
  entered_at timestamptz not null default now(),
  decided_by bigint references users,
  decided_at timestamptz,
  version int not null default 1,
  agent_sort text collate "C" not null default '',
  constraint bank_accounts_order check (end_date >= start_date),
  -- A stolen session or one dishonest person must not redirect pay.
  constraint bank_accounts_second_person check (decided_by <> entered_by),
  constraint bank_accounts_approved_by_someone check (status not in ('approved', 'refused') or decided_by is not null),
  constraint bank_accounts_one_a_day exclude using gist
    (agent_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved') deferrable initially deferred
);
create index bank_accounts_listed on bank_accounts (agent_sort, agent_id, start_date, id);
create index bank_accounts_agent on bank_accounts (agent_id, start_date, id);
create index bank_accounts_status on bank_accounts (status, id);
insert into list_versions (list) values ('bank_accounts');
create trigger bank_accounts_touch after insert or update or delete or truncate on bank_accounts
  for each statement execute function note_list_touch('bank_accounts');
create trigger bank_accounts_copy before insert on bank_accounts for each row execute function copy_agent_sort();

-- The numbers of an entry never change: another account is another entry, with a decision of its own.
create function refuse_change_of_account() returns trigger language plpgsql as $$
begin
  raise exception 'An account does not change' using errcode = 'check_violation', constraint = 'bank_accounts_numbers_fixed';
end $$;
create trigger bank_accounts_fixed before update on bank_accounts
  for each row when ((old.agent_id, old.routing_number, old.account_last4, old.kind, old.holder, old.start_date, old.entered_by)
    is distinct from (new.agent_id, new.routing_number, new.account_last4, new.kind, new.holder, new.start_date, new.entered_by))
  execute function refuse_change_of_account();

create or replace function copy_agent_to_terms() returns trigger language plpgsql as $$
declare
  terms text;
begin
  foreach terms in array array['agent_contracts', 'override_terms', 'agent_uplines', 'agent_advances', 'agent_adjustments',
    'bank_accounts'] loop
    execute format('update %I set agent_sort = $1 where agent_id = $2 and agent_sort <> $1', terms) using new.search_name, new.id;
  end loop;
  return null;
end $$;

-- The agency's own account and its names at the bank, as the heads of NACHA files have them.
create table payout_settings (
  id smallint primary key default 1 constraint payout_settings_one check (id = 1),
  version int not null default 1,
  bank_name text not null,
  routing_number text not null
    constraint payout_settings_routing_checked check (routing_number ~ '^[0-9]{9}$' and aba_rest(routing_number) = 0),
  account_sealed bytea not null,
  account_last4 text not null,
  immediate_destination text not null
    constraint payout_settings_destination_checked check (immediate_destination ~ '^[0-9]{9}$' and aba_rest(immediate_destination) = 0),
  immediate_origin text not null,
  company_name text not null,
  company_id text not null
);
