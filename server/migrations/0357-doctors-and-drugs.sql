-- runs with: 0356
-- Doctors and drugs of an insurer's plans, from the files that it must publish (45 CFR 156.122(d), 156.230(c); decision 292).
-- Their source is the insurer's HIOS id, so that the files of one insurer do not replace those of another.
alter table plan_files drop constraint plan_files_kind_known;
alter table plan_files add constraint plan_files_kind_known check (kind in
  ('rates', 'plans', 'benefits', 'service-areas', 'networks', 'crosswalk', 'rating-areas', 'providers', 'drugs'));
-- Plans that a file of doctors or drugs speaks of: of any other one it says nothing.
alter table plan_files add column plan_ids text[];

create table plan_providers (
  file_id bigint not null references plan_files on delete cascade,
  npi text not null,
  name text not null,
  search_name text collate "C" not null generated always as (plain_text(name)) stored,
  -- What tells two of the same name apart: specialty and place.
  about text,
  -- As the insurer says it, such as 'not accepting'.
  accepting text,
  -- [{plan, tier}] of the plans of the insurer and year whose network it is in.
  plans jsonb not null
);
create index plan_providers_by_npi on plan_providers (npi, file_id);
create index plan_providers_name_contains on plan_providers using gin (search_name extensions.gin_trgm_ops);
create index plan_providers_of_file on plan_providers (file_id);

create table plan_drugs (
  file_id bigint not null references plan_files on delete cascade,
  rxcui text not null,
  name text not null,
  search_name text collate "C" not null generated always as (plain_text(name)) stored,
  -- [{plan, tier, auth, step, limit}] of the plans of the insurer and year that cover it.
  plans jsonb not null
);
create index plan_drugs_by_rxcui on plan_drugs (rxcui, file_id);
create index plan_drugs_name_contains on plan_drugs using gin (search_name extensions.gin_trgm_ops);
create index plan_drugs_of_file on plan_drugs (file_id);
