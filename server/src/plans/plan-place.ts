import { type Db, prepared } from '../platform/db/database.ts'

/** A ZIP code with the county that determines its rating area. */
export interface PlanPlace {
  zipCode: string
  countyFips: string
  county: string
  state: string
}

/** A ZIP code, and the county by its code or its name where it is known. */
interface Asked {
  zipCode: string
  countyFips?: string | undefined
  county?: string | null
}

/**
 * Place of a ZIP code: in the county that is asked for, or else the first of its counties. Undefined for an unknown ZIP
 * code, and for a county code that does not belong to it.
 */
export async function findPlanPlace(db: Db, { zipCode, countyFips, county }: Asked): Promise<PlanPlace | undefined> {
  const text = `select $1 as "zipCode", c.fips as "countyFips", c.name as county, s.code as state
    from (
      select county_id, 0 as further from zip_codes where zip = $1
      union select county_id, 1 from zip_counties where zip = $1
    ) z join counties c on c.id = z.county_id join states s on s.id = c.state_id
    order by z.further, c.fips`
  const places = await prepared<PlanPlace>(db, { name: 'places-of-zip', text }, [zipCode])
  if (countyFips !== undefined) return places.find((place) => place.countyFips === countyFips)
  const named = countyKey(county ?? '')
  return places.find((place) => countyKey(place.county) === named) ?? places[0]
}

/** Name of a county to compare by: exchanges write 'Cobb', 'COBB' and 'Cobb County'. */
const countyKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/ (county|parish|borough)$/, '')
