-- A paper application and the customer that it became, each found from the other.
alter table offline_applications add column contact_id bigint references contacts on delete set null;
create index offline_applications_contact on offline_applications (contact_id) where contact_id is not null;

-- Household members are found by name, as applicants are, and by name and date of birth from a customer's page.
alter table offline_app_members
  add column search_name text collate "C" not null generated always as (plain_text(first_name || ' ' || last_name)) stored,
  add column sort_name text collate "C" not null generated always as (plain_text(last_name || ' ' || first_name)) stored;
create index offline_app_members_name on offline_app_members (sort_name, application_id);
create index offline_app_members_name_contains on offline_app_members using gin (search_name extensions.gin_trgm_ops);
