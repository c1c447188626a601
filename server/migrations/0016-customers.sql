-- Customers as lists ask for them. A contact that was merged into another is no customer of its own any more, whatever
-- its row says: undoing the merge brings it back as it was.
alter table customers add column merged boolean not null default false;

create or replace function copy_contact_to_customer() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'customers' then
    select c.agent_id, c.main_email, c.main_phone, c.dob, c.search_name, c.sort_name, c.merged_into is not null
      into new.agent_id, new.email, new.phone, new.dob, new.search_name, new.sort_name, new.merged
      from contacts c where c.id = new.contact_id;
    return new;
  end if;
  update customers set agent_id = new.agent_id, email = new.main_email, phone = new.main_phone, dob = new.dob,
    search_name = new.search_name, sort_name = new.sort_name, merged = new.merged_into is not null
  where contact_id = new.id;
  return null;
end $$;
drop trigger contacts_copy on contacts;
create trigger contacts_copy
  after update of agent_id, main_email, main_phone, dob, first_name, middle_name, last_name, merged_into on contacts
  for each row execute function copy_contact_to_customer();

create index customers_name on customers (sort_name, contact_id) include (search_name) where not merged;
create index customers_agent_name on customers (agent_id, sort_name, contact_id) where not merged;
create index customers_name_contains on customers using gin (search_name extensions.gin_trgm_ops) where not merged;
create index customers_email on customers (plain_text(email) collate "C", contact_id) include (email, agent_id) where not merged;
create index customers_phone on customers (phone collate "C", contact_id) include (agent_id) where not merged;
create index customers_created on customers (created_at, contact_id) where not merged;
-- For counts by status, also within one agent's records.
create index customers_status on customers (status_id, agent_id) where not merged;

insert into list_versions (list) values ('customers');
create trigger customers_touch after insert or update or delete or truncate on customers
  for each statement execute function note_list_touch('customers');
