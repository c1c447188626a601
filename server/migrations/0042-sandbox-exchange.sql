-- The built-in sandbox exchange: another party, which keeps its own state of applications and never looks into the agency's.
create table sandbox_exchange_applications (
  exchange_assigned_id text primary key,
  -- What it answers when it is asked, but for the moment.
  document jsonb not null,
  changed_at timestamptz not null default now()
);
