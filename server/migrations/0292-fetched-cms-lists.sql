-- CMS's lists are also fetched each night (decision 187): such a load names the job instead of a user.
alter table import_runs alter column started_by drop not null;
alter table import_runs add column started_by_job text;
alter table import_runs add constraint import_runs_starter check (num_nonnulls(started_by, started_by_job) = 1);
alter table import_batches add column loaded_by_job text;

-- How the last fetch of each list went, and when the next is due. One node at a time claims a list.
create table cms_list_fetches (
  kind text primary key check (kind in ('registrations', 'terminations')),
  next_at timestamptz not null default now(),
  claimed_until timestamptz,
  tried_at timestamptz,
  outcome text check (outcome in ('loaded', 'unchanged', 'failed')),
  message text,
  -- Tries since the last success.
  failures int not null default 0,
  succeeded_at timestamptz,
  -- What the server said about the last file that was loaded or known, for the address that it came from.
  url text,
  etag text,
  last_modified text
);
insert into cms_list_fetches (kind) values ('registrations'), ('terminations');

alter table security_alerts drop constraint security_alerts_kind;
alter table security_alerts add constraint security_alerts_kind
  check (kind in ('exports', 'reveals', 'refusals', 'audit-record', 'backup-proof', 'registration-list', 'termination-list'));
