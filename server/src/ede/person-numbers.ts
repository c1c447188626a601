import type { EdeAnswers, TypedPerson } from '@coverdesk/domain/ede/ede-answers.ts'
import { maskData } from '@coverdesk/domain/fields/mask-numbers.ts'
import { digitsOf, isSsn } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { placeOf, sealedNumber } from '../offline/sealed-numbers.ts'
import type { Db } from '../platform/db/database.ts'
import type { FieldSealer } from '../platform/secrets/sealed-field.ts'

const column = { table: 'ede_people', column: 'ssn_sealed' } as const

/** Answers as they are stored: without Social Security numbers, those in free text masked (decision 075). */
export function withoutNumbers(answers: EdeAnswers): EdeAnswers {
  const { people, entering } = answers.household
  const household = { people: people.map(withoutNumber), entering: entering && withoutNumber(entering) }
  const { countyFips, zipCode } = answers.about
  const text = maskData({ ...answers, household }) as EdeAnswers // the same shape with masked texts
  return { ...text, about: { ...text.about, countyFips, zipCode } }
}

const withoutNumber = (person: TypedPerson): TypedPerson => ({ ...person, ssn: '' })

/**
 * Seals the complete Social Security numbers of the answers and removes those of people who were removed or do not apply.
 * A saved person who is being edited counts as saved, so that Cancel leaves the stored number as it was.
 * Returns whether anything changed.
 */
export async function storeNumbers(
  db: Db,
  sealer: FieldSealer,
  key: number,
  { people, entering }: EdeAnswers['household'],
): Promise<boolean> {
  const everyone = entering && !people.some(({ id }) => id === entering.id) ? [...people, entering] : people
  const holders = everyone.filter(({ applies }) => applies === 'yes').map((person) => person.id)
  const removed = await sql`
    delete from ede_people where ede_application_id = ${key} and person_key <> all(${holders}::text[])`.execute(db)
  let changed = (removed.numAffectedRows ?? 0n) > 0n
  for (const person of everyone)
    if (person.applies === 'yes' && isSsn(person.ssn)) changed = (await storeNumber(db, sealer, key, person)) || changed
  return changed
}

/** The person whose stored number an earlier person of the application has; null when each has their own. */
export async function personWithTakenNumber(db: Db, key: number): Promise<string | null> {
  const { rows } = await sql<{ person: string }>`
    select p.person_key as person from ede_people p
    where p.ede_application_id = ${key} and exists (select from ede_people o
      where o.ede_application_id = p.ede_application_id and o.ssn_search = p.ssn_search and o.id < p.id)
    limit 1`.execute(db)
  return rows[0]?.person ?? null
}

async function storeNumber(db: Db, sealer: FieldSealer, key: number, person: TypedPerson): Promise<boolean> {
  const digits = digitsOf(person.ssn)
  const search = sealer.searchHash(column, digits)
  const { rows } = await sql<{ id: number; same: boolean }>`
    insert into ede_people as p (ede_application_id, person_key) values (${key}, ${person.id})
    on conflict (ede_application_id, person_key) do update set person_key = excluded.person_key
    returning p.id, p.ssn_search is not distinct from ${search} as same`.execute(db)
  const [row] = rows
  if (!row || row.same) return false
  const number = sealedNumber(sealer, column, row.id, digits)
  await sql`
    update ede_people set ssn_sealed = ${number.sealed}, ssn_search = ${number.search}, ssn_last4 = ${number.last4}
    where id = ${row.id}`.execute(db)
  return true
}

/** The stored numbers by person, opened for the submission. */
export async function openNumbers(db: Db, sealer: FieldSealer, key: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; person: string; sealed: Buffer }>`
    select id, person_key as person, ssn_sealed as sealed from ede_people
    where ede_application_id = ${key} and ssn_sealed is not null`.execute(db)
  return new Map(rows.map(({ id, person, sealed }) => [person, sealer.open(placeOf(column, id), sealed)]))
}
