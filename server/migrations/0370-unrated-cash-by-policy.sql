-- runs with: 0356
-- Policies whose month to come no row of the schedule rates have rows without an amount (decision 303): so the sums of a carrier follow
-- those of some of its policies.
alter table cash_to_come alter column amount drop not null;
insert into ledgers_to_derive select carrier_id from cash_windows on conflict do nothing;
