import type { contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import { addressInWords, type NamedContactMethods } from '@coverdesk/domain/contacts/contact-methods.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const purposeIds = sql`(select coalesce(jsonb_agg(jsonb_build_object('purposeId', p)), '[]') from unnest(e.purposes) as p)`

/** Columns with the contact methods of a contact `c` and their ids. */
export const storedContactMethods = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('email', e.email, 'purposes', ${purposeIds}) order by e.position, e.id), '[]')
    from contact_emails e where e.contact_id = c.id) as emails,
  (select coalesce(jsonb_agg(jsonb_build_object('phone', e.phone, 'purposes', ${purposeIds}) order by e.position, e.id), '[]')
    from contact_phones e where e.contact_id = c.id) as phones,
  (select coalesce(jsonb_agg(jsonb_build_object('address', e.address, 'countryId', e.country_id, 'stateId', e.state_id,
      'cityId', e.city_id, 'zipCode', e.zip_code, 'purposes', ${purposeIds}) order by e.position, e.id), '[]')
    from contact_addresses e where e.contact_id = c.id) as addresses`

const purposeNames = sql`(select coalesce(jsonb_agg(v.name order by v.position), '[]') from lookup_values v
  where v.list = 'purpose' and v.id = any(e.purposes))`

/** Columns with the contact methods of a contact `c` by name, for display (`NamedContactMethods`). */
export const namedContactMethods = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('email', e.email, 'purposes', ${purposeNames}) order by e.position, e.id), '[]')
    from contact_emails e where e.contact_id = c.id) as emails,
  (select coalesce(jsonb_agg(jsonb_build_object('phone', e.phone, 'purposes', ${purposeNames}) order by e.position, e.id), '[]')
    from contact_phones e where e.contact_id = c.id) as phones,
  (select coalesce(jsonb_agg(jsonb_build_object('address', e.address, 'city', ci.name, 'state', s.code, 'country', co.code,
      'zipCode', e.zip_code, 'purposes', ${purposeNames}) order by e.position, e.id), '[]')
    from contact_addresses e
    left join cities ci on ci.id = e.city_id
    left join states s on s.id = e.state_id
    left join countries co on co.id = e.country_id
    where e.contact_id = c.id) as addresses`

/** Each list of a contact as one line of text for the history: 'pat@agency.test (Home, Work), p.example@home.test'. */
export async function contactMethodTexts(
  db: Db,
  contactId: number,
): Promise<Record<keyof typeof contactListNames, string>> {
  const { rows } =
    await sql<NamedContactMethods>`select ${namedContactMethods} from contacts c where c.id = ${contactId}`.execute(db)
  const { emails = [], phones = [], addresses = [] } = rows[0] ?? {}
  return {
    emails: listed(emails, ({ email }) => email),
    phones: listed(phones, ({ phone }) => showPhone(phone)),
    addresses: listed(addresses, addressInWords),
  }
}

function listed<Entry extends { purposes: string[] }>(entries: readonly Entry[], inWords: (entry: Entry) => string) {
  return entries
    .map((entry) => inWords(entry) + (entry.purposes.length > 0 ? ` (${entry.purposes.join(', ')})` : ''))
    .join('; ')
}
