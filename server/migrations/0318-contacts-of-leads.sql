-- Links leads to the contact that they match: the same last name and phone, and a first name that begins like the other or the
-- same date of birth, since families share a phone; or the same name and date of birth. A lead whose contact is a customer keeps it: a person said so.
create or replace function match_lead_contacts(of_leads bigint[]) returns void language sql as $$
  update leads l set contact_id = m.contact_id
  from (
    select l.id, (
      select c.id from contacts c
      where c.merged_into is null and (
        c.main_phone collate "C" = l.phone collate "C" and plain_text(c.last_name) = plain_text(l.last_name)
          and (starts_with(plain_text(c.first_name), plain_text(l.first_name))
            or starts_with(plain_text(l.first_name), plain_text(c.first_name)) or c.dob = l.dob)
        or c.dob = l.dob and plain_text(c.last_name) = plain_text(l.last_name) and plain_text(c.first_name) = plain_text(l.first_name))
      order by c.id limit 1) as contact_id
    from leads l where l.id = any(of_leads) and l.last_name <> ''
  ) m
  where l.id = m.id and l.contact_id is distinct from m.contact_id
    and not exists (select from customers cu where cu.contact_id = l.contact_id)
$$;
