-- What banks ask for beside the amount: some want PAYROLL for pay to persons.
alter table payout_settings add column entry_description text not null default 'COMMISSION'
  constraint payout_settings_described check (entry_description <> '');

-- The name on an account is part of what a second person approved.
drop trigger bank_accounts_fixed on bank_accounts;
create trigger bank_accounts_fixed before update on bank_accounts
  for each row when ((old.agent_id, old.routing_number, old.account_last4, old.kind, old.holder, old.holder_name, old.start_date,
      old.entered_by)
    is distinct from (new.agent_id, new.routing_number, new.account_last4, new.kind, new.holder, new.holder_name, new.start_date,
      new.entered_by))
  execute function refuse_change_of_account();
