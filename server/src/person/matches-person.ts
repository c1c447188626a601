import { type RawBuilder, sql } from 'kysely'
import type { PersonKeys } from '../policies/policies-of-person.ts'

/** Matches records with a date of birth to a person: the same name and date of birth, or the same last name and phone. */
export function matchesPerson(person: PersonKeys, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(
    ${column('dob')} = ${person.dob}::date and ${column('sort_name')} = ${sortName(person)}
    or ${column('phone')} collate "C" = any(${person.phones}::text[]) and plain_text(${column('last_name')}) = plain_text(${person.lastName}))`
}

/** The person's name as records store it for sorting. */
export const sortName = ({ firstName, lastName }: PersonKeys) => sql`plain_text(${`${lastName} ${firstName}`})`

/** The person's e-mail addresses as indexes store them. */
export const plainEmails = ({ emails }: PersonKeys) =>
  sql`array(select plain_text(e) collate "C" from unnest(${emails}::text[]) as e)`
