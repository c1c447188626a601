import { type RawBuilder, sql } from 'kysely'
import { linkedApplications } from './linked-applications.ts'

/** SQL: ids of the consents that were requested by text to a number. */
export const consentsAskedAt = (phone: string): RawBuilder<unknown> => sql`
  select g.id from consent_requests r join consents g on g.request_id = r.id
  where r.channel = 'sms' and r.sent_to = ${phone}`

/**
 * SQL: ids of the consents of all clients who have a number in a record of their own: the application, or a contact who is
 * its client by account, or by full name with an email, phone or date of birth.
 */
export const consentsOfPhone = (phone: string): RawBuilder<unknown> => sql`
  with contact as (
    select c.id, plain_text(c.last_name || ' ' || c.first_name) as name, c.dob,
      array(select plain_text(e.email) collate "C" from contact_emails e where e.contact_id = c.id) as emails,
      array(select o.phone collate "C" from contact_phones o where o.contact_id = c.id) as phones
    from contacts c
    where c.merged_into is null and c.id in (select contact_id from contact_phones where phone collate "C" = ${phone})),
  internal as (
    select id from internal_applications where phone collate "C" = ${phone}
    union
    select i.id from contact c join internal_applications i on i.sort_name = c.name
      and (i.dob = c.dob or plain_text(i.email) collate "C" = any(c.emails) or i.phone collate "C" = any(c.phones))
    union
    select w.application_id from contact c join users u on u.contact_id = c.id join ede_applications w on w.client_id = u.id),
  marketplace as (
    select id from marketplace_applications where user_phone collate "C" = ${phone}
    union
    select m.id from contact c join marketplace_applications m on m.sort_name = c.name
      and (plain_text(m.user_email) collate "C" = any(c.emails) or m.user_phone collate "C" = any(c.phones)
        or m.document -> 'persons' @> jsonb_build_array(jsonb_build_object('dob', c.dob)) and c.dob is not null)
    union
    select m.id from contact c join users u on u.contact_id = c.id
    join marketplace_applications m on m.exchange_assigned_id = u.application_id)
  select g.id from consents g
  where g.application_id in (
      select id from internal
      union
      select i.id from marketplace k join marketplace_applications m on m.id = k.id
      join internal_applications i on ${linkedApplications})
    or g.marketplace_application_id in (
      select id from marketplace
      union
      select m.id from internal k join internal_applications i on i.id = k.id
      join marketplace_applications m on ${linkedApplications})`
