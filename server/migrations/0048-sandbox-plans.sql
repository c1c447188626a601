-- The built-in sandbox exchange's own catalogue of plans, which the product makes (server/src/sandbox/) and which the rest of
-- the code never reads: it asks the exchange.
create table sandbox_plans (
  year int not null,
  -- HIOS: issuer, state, product and component.
  id text not null,
  state text not null,
  issuer_id text not null,
  issuer_name text not null,
  name text not null,
  metal_level text not null,
  type text not null,
  hsa_eligible boolean not null,
  is_standardized_plan boolean not null,
  has_national_network boolean not null,
  specialist_referral_required boolean not null,
  network_url text not null,
  benefits_url text not null,
  -- Stars; null where the plan was not rated.
  quality_rating jsonb,
  -- Both by variant of cost sharing, '' for none: what one person pays at most, and what each benefit costs.
  limits jsonb not null,
  benefits jsonb not null,
  primary key (year, id)
);

-- Which rating area a county is in (45 CFR 147.102(b)).
create table sandbox_rating_areas (
  county_fips text primary key,
  state text not null,
  area int not null
);

-- Where a plan is offered, and what a 21-year-old pays there a month. The key gives the plans of an area in one walk.
create table sandbox_rates (
  year int not null,
  state text not null,
  area int not null,
  plan_id text not null,
  rate_cents int not null check (rate_cents > 0),
  primary key (year, state, area, plan_id),
  foreign key (year, plan_id) references sandbox_plans on delete cascade
);

-- Which catalogue stands: a newer product makes its own in its place.
create table sandbox_catalogues (
  year int primary key,
  edition int not null,
  made_at timestamptz not null default now()
);
