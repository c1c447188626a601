import type { LookupItem, ZipPlace } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { parseSearchTerm } from '../platform/search/search-term.ts'

/** Limits a long list by typed text, ignoring case, and by number. */
interface Search {
  q?: string
  limit: number
}

/** Active carriers by name; portal addresses only if they are web addresses. */
export async function listCarriers(db: Db): Promise<(LookupItem & { portalUrl: string | null })[]> {
  const portalUrl = sql<string | null>`case when portal_url ~* '^https?://' then portal_url end`.as('portalUrl')
  return await db
    .selectFrom('carriers')
    .select(['id', 'name', portalUrl])
    .where('active', '=', true)
    .orderBy('name')
    .execute()
}

export async function listCountries(db: Db): Promise<(LookupItem & { code: string })[]> {
  return await db.selectFrom('countries').select(['id', 'name', 'code']).orderBy('name').execute()
}

export async function findStates(
  db: Db,
  { countryId }: { countryId?: number },
): Promise<(LookupItem & { code: string })[]> {
  return await db
    .selectFrom('states')
    .select(['id', 'name', 'code'])
    .$if(countryId !== undefined, (query) => query.where('country_id', '=', countryId ?? 0))
    .orderBy('name')
    .execute()
}

export async function findCounties(
  db: Db,
  { stateId, q, limit }: Search & { stateId?: number },
): Promise<(LookupItem & { fips: string; state: string })[]> {
  const { rows } = await sql<LookupItem & { fips: string; state: string }>`
    select c.id, c.name, c.fips, s.code as state
    from counties c join states s on s.id = c.state_id
    where (${stateId ?? null}::int is null or c.state_id = ${stateId ?? null}) and starts_with(lower(c.name), ${(q ?? '').toLowerCase()})
    order by c.name, s.code limit ${limit}`.execute(db)
  return rows
}

export async function findCities(
  db: Db,
  { id, stateId, countyId, q, limit }: Search & { id?: number; stateId?: number; countyId?: number },
): Promise<(LookupItem & { state: string })[]> {
  const { rows } = await sql<LookupItem & { state: string }>`
    select c.id, c.name, s.code as state
    from cities c join states s on s.id = c.state_id
    where (${id ?? null}::bigint is null or c.id = ${id ?? null}) and (${stateId ?? null}::int is null or c.state_id = ${stateId ?? null})
      and (${countyId ?? null}::int is null or exists (
        select from zip_codes z where z.city_id = c.id and z.county_id = ${countyId ?? null}))
      and starts_with(lower(c.name), ${(q ?? '').toLowerCase()})
    order by c.name, s.code limit ${limit}`.execute(db)
  return rows
}

/** Cities of a zip code by name; the data does not rank them. */
export async function citiesOfZip(db: Db, zip: string): Promise<ZipPlace[]> {
  const { rows } = await sql<ZipPlace>`
    select distinct c.id, c.name, s.code as state, s.id as "stateId", s.country_id as "countryId"
    from zip_codes z join cities c on c.id = z.city_id join states s on s.id = c.state_id
    where z.zip = ${zip} order by c.name`.execute(db)
  return rows
}

/** Statuses of one kind of record, or of all kinds. */
export async function statusList(db: Db, type: string | undefined): Promise<(LookupItem & { type: string })[]> {
  const { rows } = await sql<LookupItem & { type: string }>`
    select id, name, substr(list, 8) as type from lookup_values
    where active and starts_with(list, 'status.') and (${type ?? null}::text is null or list = 'status.' || ${type ?? null})
    order by list, position`.execute(db)
  return rows
}

/** Active values of a list by key, such as `purpose` or `generic.1`; empty for an unknown key. */
export async function offeredValues(db: Db, list: string): Promise<LookupItem[]> {
  return await db
    .selectFrom('lookup_values')
    .select(['id', 'name'])
    .where('list', '=', list)
    .where('active', '=', true)
    .orderBy('position')
    .execute()
}

/** All values of a list by key, including inactive ones that records may still have. */
export async function lookupList(db: Db, list: string): Promise<LookupItem[]> {
  return await db
    .selectFrom('lookup_values')
    .select(['id', 'name'])
    .where('list', '=', list)
    .orderBy('position')
    .execute()
}

/** Agents that the user can see, found by any part of the name or the start of the NPN; names that begin with it first. */
export async function findAgents(
  db: Db,
  visibility: Visibility,
  { q, limit }: Search,
): Promise<(LookupItem & { npn: string | null })[]> {
  const term = parseSearchTerm(q)
  const begins = term?.starts('search_name')
  const matches = term?.digits ? term.startsDigits('npn collate "C"') : (term?.inside?.('search_name') ?? begins)
  return await db
    .selectFrom('agents')
    .select(['id', 'name', 'npn'])
    .$if(!visibility.all, (query) => query.where('id', 'in', visibility.all ? [] : [-1, ...visibility.agentIds]))
    .where(matches ?? sql<boolean>`true`)
    .$if(begins !== undefined, (query) => query.orderBy(begins ?? 'name', 'desc'))
    .orderBy('name')
    .limit(limit)
    .execute()
}
