-- A contact is the record of at most one user.
drop index users_contact;
create unique index users_contact_taken on users (contact_id);

-- The name as lists show it, in plain text, so that an index sorts by it: of the contact, or the user name without one.
alter table users add column sort_name text collate "C" not null default '';
create function set_user_sort_name() returns trigger language plpgsql as $$
begin
  new.sort_name := plain_text(coalesce(
    (select nullif(concat_ws(' ', nullif(first_name, ''), nullif(middle_name, ''), nullif(last_name, '')), '')
     from contacts where id = new.contact_id), new.user_name));
  return new;
end $$;
create trigger users_sort_name before insert or update of contact_id, user_name on users
  for each row execute function set_user_sort_name();
create function note_contact_name() returns trigger language plpgsql as $$
begin
  update users set contact_id = contact_id where contact_id = new.id;
  return null;
end $$;
create trigger contacts_name after update of first_name, middle_name, last_name on contacts
  for each row execute function note_contact_name();
update users set contact_id = contact_id;

-- What the users list sorts and filters by.
create index users_name on users (sort_name, id);
create index users_login on users (plain_text(user_name) collate "C", id);
create index users_org_plain on users (plain_text(org) collate "C");
create index users_roles on users using gin (roles);
create index users_disabled on users (id) where not enabled;

-- Counts of users are kept until one of them changes.
insert into list_versions (list) values ('users');
create trigger users_touch after insert or update or delete or truncate on users
  for each statement execute function note_list_touch('users');

-- Contacts are found by the beginning of first name, last name or e-mail address.
create index contacts_first_last on contacts (plain_text(first_name || ' ' || last_name) collate "C");
create index contacts_last_first on contacts (plain_text(last_name || ' ' || first_name) collate "C");
create index contact_emails_plain on contact_emails (plain_text(email) collate "C");
