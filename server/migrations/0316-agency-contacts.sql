-- Emails and phones of agents, of staff and of the agency (decision 255): a code or link for a client must not go there. Agents
-- choose which of their numbers is the main one, so all of them count.
create view agency_contacts as
  select 'email' as channel, lower(a.login_email) as address from agents a
  union all
  select 'email', lower(e.email) from agents a join contact_emails e on e.contact_id = a.contact_id
  union all
  select 'sms', a.phone from agents a where a.phone is not null
  union all
  select 'sms', p.phone from agents a join contact_phones p on p.contact_id = a.contact_id
  union all
  select 'email', lower(u.email) from users u where u.email is not null and not u.roles <@ '{customer,consumer}'
  union all
  select 'sms', u.phone from users u where u.phone is not null and not u.roles <@ '{customer,consumer}'
  union all
  select 'email', lower(e.email) from users u join contact_emails e on e.contact_id = u.contact_id
  where not u.roles <@ '{customer,consumer}'
  union all
  select 'sms', p.phone from users u join contact_phones p on p.contact_id = u.contact_id
  where not u.roles <@ '{customer,consumer}'
  union all
  select 'email', lower(s.identity ->> 'email') from agency_settings s where s.identity ->> 'email' is not null
  union all
  select 'sms', right(s.identity ->> 'phone', 10) from agency_settings s where s.identity ->> 'phone' is not null;
