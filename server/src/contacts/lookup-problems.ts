import type { ContactMethodFields } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { sql } from 'kysely'
import { lookupList } from '../lookups/lookup-queries.ts'
import type { Db } from '../platform/db/database.ts'

/** Problems with ids that are not in the look-up lists: countries, states of a country, cities of a state, purposes. */
export async function lookupProblems(db: Db, methods: ContactMethodFields): Promise<FailureDetail[]> {
  return [...(await placeProblems(db, methods.addresses)), ...(await purposeProblems(db, methods))]
}

async function placeProblems(db: Db, addresses: ContactMethodFields['addresses']): Promise<FailureDetail[]> {
  const places = addresses.map(({ countryId, stateId, cityId }, n) => ({ n, countryId, stateId, cityId }))
  const { rows } = await sql<{ n: number; country: boolean; state: boolean; city: boolean }>`
    select n,
      "countryId" is null or exists (select from countries where id = "countryId") as country,
      "stateId" is null or exists (select from states where id = "stateId" and country_id = "countryId") as state,
      "cityId" is null or exists (select from cities where id = "cityId" and state_id = "stateId") as city
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as places (n int, "countryId" int, "stateId" int, "cityId" int)
    order by n`.execute(db)
  return rows.flatMap(({ n, country, state, city }) => [
    ...(country ? [] : [{ path: `addresses.${n}.countryId`, message: 'Not a country' }]),
    ...(state ? [] : [{ path: `addresses.${n}.stateId`, message: 'Not a state of this country' }]),
    ...(city ? [] : [{ path: `addresses.${n}.cityId`, message: 'Not a city of this state' }]),
  ])
}

async function purposeProblems(db: Db, methods: ContactMethodFields): Promise<FailureDetail[]> {
  const known = new Set((await lookupList(db, 'purpose')).map(({ id }) => id))
  return (['emails', 'phones', 'addresses'] as const).flatMap((list) =>
    methods[list].flatMap(({ purposes }, n) =>
      purposes.every(({ purposeId }) => known.has(purposeId))
        ? []
        : [{ path: `${list}.${n}.purposes`, message: 'Not a purpose' }],
    ),
  )
}
