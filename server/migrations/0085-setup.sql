-- How a new agency starts (docs/decisions/084-first-run.md).
-- Links for creating the first administrator. Each start without users makes one and prints it; only its hash is stored.
create table setup_links (
  code_hash bytea primary key,
  expires_at timestamptz not null
);

-- Null while the first-run checklist is shown.
alter table agency_settings add column setup_skipped_at timestamptz;
