-- Plans and rates of a year from the CMS public use files, loaded by an administrator (decision 175). Rows belong to a file;
-- of each year, source and kind one file is current, so that replacing and undoing only move that mark.
create table plan_loads (
  id bigint generated always as identity primary key,
  run_id uuid not null unique,
  year int not null,
  -- 'FFM' for HealthCare.gov, or the code of a state with its own exchange.
  source text not null,
  state text not null
    constraint plan_loads_state_known check (state in ('staging', 'loaded', 'refused', 'undone')),
  file_name text not null,
  file_hash bytea,
  bytes bigint not null default 0,
  rows_read int not null default 0,
  message text,
  -- The first problems of a refused load, as the contract has them.
  problems jsonb not null default '[]',
  loaded_at timestamptz not null default now(),
  loaded_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users
);
create index plan_loads_newest on plan_loads (loaded_at desc, id desc);
create index plan_loads_by_year on plan_loads (year desc, id desc);

create table plan_files (
  id bigint generated always as identity primary key,
  load_id bigint not null references plan_loads on delete cascade,
  year int not null,
  source text not null,
  kind text not null
    constraint plan_files_kind_known check (kind in
      ('rates', 'plans', 'benefits', 'service-areas', 'networks', 'crosswalk', 'rating-areas')),
  name text not null,
  rows_read int not null default 0,
  -- Rows that are not of the individual medical market, or hold no rate.
  rows_skipped int not null default 0,
  -- The file that was current before, for an undo.
  replaces bigint references plan_files,
  is_current boolean not null default false
);
create unique index plan_files_current on plan_files (year, source, kind) where is_current;
create index plan_files_of_load on plan_files (load_id);
create index plan_files_replaced on plan_files (replaces);

-- One row per plan and rating area; a rate file has a row for each of its ages. Monthly rates in cents from 14 and younger
-- to 64 and older, null where the file has none.
create table plan_rates (
  file_id bigint not null references plan_files on delete cascade,
  plan_id text not null,
  area smallint not null,
  effective date not null,
  expires date not null,
  rates int[] not null,
  tobacco_rates int[],
  -- Rates of a family as a whole, in states that rate so (NY, VT): individual, couple, then parent and couple with 1, 2, 3+.
  tiers int[]
);
create index plan_rates_of_plan on plan_rates (file_id, plan_id, area);

-- Cost-sharing variant of a plan on the exchange: 01 without a reduction, 02 zero, 03 limited, 04 to 06 silver 73, 87, 94.
create table plan_variants (
  file_id bigint not null references plan_files on delete cascade,
  plan_id text not null,
  variant text not null,
  state text not null,
  issuer_id text not null,
  issuer_name text not null,
  service_area_id text not null,
  network_id text,
  name text not null,
  metal_level text not null,
  type text not null,
  hsa_eligible boolean not null,
  is_standardized_plan boolean not null,
  has_national_network boolean not null,
  specialist_referral_required boolean not null,
  -- Who may enroll: '' for everyone, or only adults or only children.
  only_for text not null,
  -- Share of the premium for essential health benefits, in millionths.
  ehb_millionths int not null,
  formulary_url text,
  benefits_url text,
  brochure_url text,
  deductibles jsonb not null,
  moops jsonb not null,
  -- What one person pays in the examples of the summary of benefits, in cents.
  examples jsonb,
  primary key (file_id, plan_id, variant)
);
create index plan_variants_of_area on plan_variants (file_id, issuer_id, service_area_id);
create index plan_variants_of_state on plan_variants (file_id, state);

create table plan_benefits (
  file_id bigint not null references plan_files on delete cascade,
  plan_id text not null,
  variant text not null,
  -- The parts of a plan that does not stand together in the file have an order.
  part int not null,
  benefits jsonb not null,
  primary key (file_id, plan_id, variant, part)
);

create table plan_service_areas (
  file_id bigint not null references plan_files on delete cascade,
  state text not null,
  issuer_id text not null,
  service_area_id text not null,
  -- Null: the entire state.
  county_fips text,
  -- Null: the entire county.
  zips text[]
);
create index plan_service_areas_of_county on plan_service_areas (file_id, state, county_fips);

create table plan_networks (
  file_id bigint not null references plan_files on delete cascade,
  issuer_id text not null,
  network_id text not null,
  name text not null,
  url text
);
create index plan_networks_by_id on plan_networks (file_id, issuer_id, network_id);

create table plan_crosswalks (
  file_id bigint not null references plan_files on delete cascade,
  state text not null,
  from_plan_id text not null,
  to_plan_id text,
  level text not null,
  reason text,
  fips text,
  zip text
);
create index plan_crosswalks_to on plan_crosswalks (file_id, to_plan_id);

create table plan_rating_areas (
  file_id bigint not null references plan_files on delete cascade,
  state text not null,
  -- Null where the state rates by ZIP code alone.
  county_fips text,
  -- First three digits, or all five.
  zip text,
  area smallint not null
);
create index plan_rating_areas_of_state on plan_rating_areas (file_id, state, county_fips);

-- Counties of a ZIP code besides the one of zip_codes.
create table zip_counties (
  zip text not null,
  county_id bigint not null references counties on delete cascade,
  primary key (zip, county_id)
);
create index zip_counties_of_county on zip_counties (county_id);
