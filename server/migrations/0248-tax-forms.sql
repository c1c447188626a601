-- Form 1099-NEC: what agents were paid in a year, by the days on which batches were paid, and what the form needs of them (decision 173).

-- An amount from which on a form is due, from a year on until the next row.
create table tax_limits (
  year int primary key constraint tax_limits_year_range check (year between 2000 and 2100),
  amount numeric(12, 2) not null constraint tax_limits_positive check (amount > 0),
  reason text not null constraint tax_limits_reason_given check (reason <> ''),
  version int not null default 1
);
insert into tax_limits (year, amount, reason) values
  (2000, 600, 'Internal Revenue Code, section 6041A, until 2025'),
  (2026, 2000, 'Public Law 119-21, section 70433: payments made after 2025');

-- Of the agent's Form W-9. An employee gets a W-2, so the rest is optional.
create table agent_tax_facts (
  agent_id bigint primary key references agents,
  version int not null default 1,
  classification text not null constraint agent_tax_facts_classification_known check (classification in
    ('individual', 'c-corporation', 's-corporation', 'partnership', 'trust', 'llc-c', 'llc-s', 'llc-partnership', 'employee')),
  legal_name text not null default '',
  business_name text not null default '',
  tin_kind text constraint agent_tax_facts_tin_kind_known check (tin_kind in ('ssn', 'ein')),
  tin_sealed bytea,
  tin_search bytea,
  tin_last4 text,
  street text not null default '',
  unit text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  signed_on date,
  constraint agent_tax_facts_whole check (classification = 'employee'
    or (legal_name <> '' and street <> '' and tin_kind is not null and tin_sealed is not null))
);

-- What each agent was paid in a year (cash by the day on which the batch was paid), and whether a form is due.
create view tax_years as
  select x.agent_id * 10000 + x.year as row_key, x.agent_id, x.year, x.paid, x.batches, a.search_name as agent_sort, f.agent_id is not null as has_facts,
    case when f.classification in ('c-corporation', 's-corporation', 'llc-c', 'llc-s', 'employee') then 'exempt'
      when x.paid >= (select l.amount from tax_limits l where l.year <= x.year order by l.year desc limit 1) then 'form'
      else 'below' end as class
  from (
    select y.agent_id, extract(year from b.paid_on)::int as year, sum(y.amount) as paid, count(distinct b.id)::int as batches
    from payments y join payment_batches b on b.id = y.batch_id
    where b.status_id = 3 group by 1, 2
  ) x
  join agents a on a.id = x.agent_id
  left join agent_tax_facts f on f.agent_id = x.agent_id;
