import type { ContactDetails } from '@coverdesk/domain/contacts/contact-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { writerName } from './contact-list.ts'

/** Restricts contacts to those that the list shows to the user (P-30). `alias` must be a literal. */
export function visibleContacts(visibility: Visibility, alias = 'c'): RawBuilder<boolean> {
  const [merged, agent] = [sql.ref(`${alias}.merged_into`), sql.ref(`${alias}.agent_id`)]
  return visibility.all
    ? sql<boolean>`${merged} is null`
    : sql<boolean>`${merged} is null and ${agent} = any(${visibility.agentIds}::bigint[])`
}

/** Whether the user can see a contact; the same response for a hidden contact and a missing one (P-26). */
export async function canSeeContact(db: Db, visibility: Visibility, id: number): Promise<boolean> {
  const { rows } = await sql`select from contacts c where c.id = ${id} and ${visibleContacts(visibility)}`.execute(db)
  return rows.length > 0
}

const purposes = sql`
  (select coalesce(jsonb_agg(l.name order by l.position), '[]')
   from lookup_values l where l.list = 'purpose' and l.id = any(e.purposes)) as purposes`

const language = (column: string) => sql`
  (select jsonb_build_object('name', l.name, 'code', case l.id when 1 then 'en' when 2 then 'es' else lower(left(l.name, 2)) end)
   from lookup_values l where l.list = 'generic.3' and l.id = ${sql.ref(column)})`

/** All details of a contact, or undefined if the user cannot see it. */
export async function findContactDetails(
  db: Db,
  visibility: Visibility,
  id: number,
): Promise<ContactDetails | undefined> {
  const { rows } = await sql<ContactDetails>`
    select c.id, c.version, jsonb_build_object(
        'firstName', c.first_name, 'middleName', c.middle_name, 'lastName', c.last_name,
        'emails', ${listOf(sql`select e.email, ${purposes} from contact_emails e where e.contact_id = c.id`)},
        'phones', ${listOf(sql`select e.phone, ${purposes} from contact_phones e where e.contact_id = c.id`)},
        'addresses', ${listOf(sql`
          select e.address, ci.name as "cityName", s.code as "stateCode", e.zip_code as "zipCode", co.code as "countryCode", ${purposes}
          from contact_addresses e
          left join cities ci on ci.id = e.city_id
          left join states s on s.id = e.state_id
          left join countries co on co.id = e.country_id
          where e.contact_id = c.id`)}) as contacts,
      c.sex, c.dob, ${language('cu.language_mail_id')} as "writtenLanguage", ${language('cu.language_speak_id')} as "spokenLanguage",
      to_json(c.created_at) #>> '{}' as "createdDate", ${sql.raw(writerName)} as "createdBy",
      cu.contact_id is not null as customer, ag.name as "agentName",
      exists (select from agents where contact_id = c.id) as "isAgent", exists (select from users where contact_id = c.id) as "isUser"
    from contacts c
    left join customers cu on cu.contact_id = c.id
    left join agents ag on ag.id = c.agent_id
    left join users u on u.id = c.created_by
    left join contacts uc on uc.id = u.contact_id
    where c.id = ${id} and ${visibleContacts(visibility)}`.execute(db)
  return rows[0]
}

const listOf = (entries: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(to_jsonb(list)), '[]') from (${entries} order by e.position, e.id) list)`
