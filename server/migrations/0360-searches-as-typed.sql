-- runs with: 0356
-- A name without its apostrophes, so that "oneil", "o'neil" and "o’neil" find each other.
create function name_without_signs(name text) returns text immutable parallel safe language sql as $$
  select translate(name, '''’‘ʼ`´', '')
$$;

-- 1 for a name with an apostrophe, or with another letter that plain_text keeps: cheap, because a scan asks it of each row. No boolean:
-- of an equation PostgreSQL expects few rows, as there are.
create function name_signs(name text) returns int immutable parallel safe language sql as $$
  select (strpos(name, '''') > 0 or strpos(name, '`') > 0 or octet_length(name) > length(name))::int
$$;

-- Only these names are in these indexes; the others are found by the indexes of all names.
create index agents_name_signs on agents using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index contacts_name_signs on contacts using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where merged_into is null and name_signs(search_name) = 1;
create index customers_name_signs on customers using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where not merged and name_signs(search_name) = 1;
create index leads_name_signs on leads using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index internal_applications_name_signs on internal_applications
  using gin (name_without_signs(search_name) extensions.gin_trgm_ops) where name_signs(search_name) = 1;
create index internal_applications_text_signs on internal_applications
  using gin (name_without_signs(search_text) extensions.gin_trgm_ops) where name_signs(search_text) = 1;
create index marketplace_applications_name_signs on marketplace_applications
  using gin (name_without_signs(search_name) extensions.gin_trgm_ops) where name_signs(search_name) = 1;
create index offline_applications_name_signs on offline_applications
  using gin (name_without_signs(search_name) extensions.gin_trgm_ops) where name_signs(search_name) = 1;
create index offline_app_members_name_signs on offline_app_members
  using gin (name_without_signs(search_name) extensions.gin_trgm_ops) where name_signs(search_name) = 1;
create index policies_name_signs on policies using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index unpaid_policies_name_signs on unpaid_policies using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index lost_policies_name_signs on lost_policies using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index variances_name_signs on variances using gin (name_without_signs(search_name) extensions.gin_trgm_ops)
  where name_signs(search_name) = 1;
create index users_search_signs on users using gin (name_without_signs(search_text) extensions.gin_trgm_ops)
  where name_signs(search_text) = 1;
create index commission_lines_unmatched_name_signs on commission_lines
  using gin (name_without_signs(plain_text(insured_name)) extensions.gin_trgm_ops)
  where policy_id is null and name_signs(plain_text(insured_name)) = 1;

-- Numbers with leading zeros, which checks and spreadsheets leave out.
create index policies_number_bare on policies (ltrim(plain_text(policy_number), '0') collate "C") where policy_number like '0%';
create index commission_tracks_number_bare on commission_tracks (ltrim(plain_text(policy_number), '0') collate "C")
  where policy_number like '0%';
create index commission_lines_number_bare on commission_lines (ltrim(plain_text(policy_number), '0') collate "C")
  where policy_number like '0%';
create index unpaid_policies_number_bare on unpaid_policies (ltrim(plain_text(policy_number), '0') collate "C")
  where policy_number like '0%';
create index lost_policies_number_bare on lost_policies (ltrim(plain_text(policy_number), '0') collate "C")
  where policy_number like '0%';
create index variances_number_bare on variances (ltrim(plain_text(policy_number), '0') collate "C") where policy_number like '0%';

-- Last digits of a phone, as for the phones of contacts.
create index policies_last_digits on policies (reverse(phone) collate "C") where phone is not null;
create index leads_last_digits on leads (reverse(phone) collate "C") where phone is not null;
create index contacts_last_digits on contacts (reverse(main_phone) collate "C") where main_phone is not null;
create index customers_last_digits on customers (reverse(phone) collate "C") where phone is not null;
create index marketplace_applications_last_digits on marketplace_applications (reverse(user_phone) collate "C")
  where user_phone is not null;
create index offline_applications_last_digits on offline_applications (reverse(phone) collate "C") where phone is not null;
create index internal_applications_last_digits on internal_applications (reverse(phone) collate "C") where phone is not null;
