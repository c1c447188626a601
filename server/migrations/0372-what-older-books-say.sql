-- runs with: 0370
-- What files of policies that are older than the newest one say of policies that a newer one says, too. Months before the newer one
-- go by them (decision 309).
create table older_versions (
  policy_id bigint not null references policies on delete cascade,
  batch_id bigint not null references import_batches on delete cascade,
  status text not null,
  effective_date date,
  term_date date,
  number_of_members integer,
  monthly_premium numeric(12, 2),
  plan_name text,
  state text,
  primary key (policy_id, batch_id)
);
create index older_versions_batch on older_versions (batch_id);
-- A corrected file of a month's book counts for the book.
insert into ledgers_to_derive select distinct carrier_id from commission_months on conflict do nothing;
