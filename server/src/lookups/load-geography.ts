import { bulkLoad, copyRows, moveIdentities } from '../platform/db/bulk-load.ts'
import { type LentConnection, withConnection } from '../platform/db/connection.ts'
import { type County, readGeography, readZipCounties } from './geography.ts'

/** Advisory lock for concurrent starts; the number is arbitrary, but must never change. */
const geographyTurn = 7_316_002

/**
 * Loads counties, cities and zip codes if the tables are empty. `url` belongs to the owner or to a role with write access to
 * these tables.
 */
export async function loadGeography(url: string, say: (line: string) => void): Promise<void> {
  if (!(await isEmpty(url))) return await loadZipCounties(url)
  await bulkLoad(url, geographyTurn, async (client) => {
    const { rows } = await client.query<{ filled: boolean }>(filled)
    if (rows[0]?.filled) return
    say('Loading counties, cities and zip codes of the United States …')
    await copyGeography(client, await readGeography())
  })
  await loadZipCounties(url)
}

const anyZipCounties = 'select exists (select from zip_counties) as filled'

/** Loads the further counties of ZIP codes if there are none; an installation may have only the first ones. */
async function loadZipCounties(url: string): Promise<void> {
  const isFilled = async (client: Pick<LentConnection, 'query'>) =>
    (await client.query<{ filled: boolean }>(anyZipCounties)).rows[0]?.filled === true
  if (await withConnection(url, 'start', isFilled)) return
  await bulkLoad(url, geographyTurn, async (client) => {
    if (await isFilled(client)) return
    const { rows } = await client.query<{ id: number; fips: string }>('select id, fips from counties')
    const ids = new Map(rows.map(({ id, fips }) => [fips, String(id)]))
    const pairs = (await readZipCounties()).flatMap(({ fips, zips }) => {
      const id = ids.get(fips)
      return id === undefined ? [] : zips.map((zip) => [zip, id])
    })
    await copyRows(client, 'zip_counties (zip, county_id)', pairs)
    await client.query('analyze zip_counties')
  })
}

const filled = `select exists (select from zip_codes) or exists (select from cities) or exists (select from counties) as filled`

async function isEmpty(url: string): Promise<boolean> {
  return await withConnection(url, 'start', async (client) => {
    const { rows } = await client.query<{ filled: boolean }>(filled)
    return !rows[0]?.filled
  })
}

/** Assigns ids by the order of the file, so that they are the same in every installation. */
async function copyGeography(client: LentConnection, counties: readonly County[]): Promise<void> {
  const cities = new Map<string, { id: number; stateId: number; name: string }>()
  const zips: [string, string, string][] = []
  for (const [at, county] of counties.entries()) {
    for (const { name, zips: own } of county.cities) {
      const key = `${county.stateId} ${name}`
      const city = cities.get(key) ?? { id: cities.size + 1, stateId: county.stateId, name }
      cities.set(key, city)
      for (const zip of own) zips.push([zip, String(city.id), String(at + 1)])
    }
  }
  await copyRows(
    client,
    'counties (id, fips, state_id, name)',
    counties.map(({ fips, stateId, name }, at) => [String(at + 1), fips, String(stateId), name]),
  )
  await copyRows(
    client,
    'cities (id, state_id, name)',
    [...cities.values()].map(({ id, stateId, name }) => [String(id), String(stateId), name]),
  )
  await copyRows(client, 'zip_codes (zip, city_id, county_id)', zips)
  await moveIdentities(client, ['counties', 'cities'])
  await client.query('analyze counties, cities, zip_codes')
}
