-- The list of contacts: what it sorts and filters by, 300,000 people in one agency (decision 007). A merged contact
-- stands in none of it.
create index contacts_name on contacts (sort_name, id) include (search_name) where merged_into is null;
create index contacts_agent_name on contacts (agent_id, sort_name, id) include (search_name) where merged_into is null;
create index contacts_created on contacts (created_at, id) where merged_into is null;
create index contacts_dob on contacts (dob, id) where merged_into is null;
create index contacts_email on contacts (plain_text(main_email) collate "C", main_email) where merged_into is null;
create index contacts_phone on contacts (main_phone collate "C") where merged_into is null;
-- For counts by any of these together: few distinct values, so later columns are found by skipping.
create index contacts_narrow on contacts (main_country_id, main_state_id, agent_id) where merged_into is null;
create index contacts_name_contains on contacts using gin (search_name extensions.gin_trgm_ops) where merged_into is null;
create index contacts_merged on contacts (merged_into) where merged_into is not null;
-- Digits begin a number whatever the collation of the database.
drop index contact_phones_phone;
create index contact_phones_digits on contact_phones (phone collate "C");

insert into list_versions (list) values ('contacts');
create trigger contacts_touch after insert or update or delete or truncate on contacts
  for each statement execute function note_list_touch('contacts');

-- The search everywhere finds policies by e-mail address and phone, too; others are found by the indexes of their lists.
create index policies_email on policies (plain_text(email) collate "C") where email is not null;
create index policies_phone on policies (phone collate "C") where phone is not null;
