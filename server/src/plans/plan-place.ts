import { type Db, prepared } from '../platform/db/database.ts'

/** A ZIP code with the county that determines its rating area. */
export interface PlanPlace {
  zipCode: string
  countyFips: string
  county: string
  state: string
}

/** County of a ZIP code, the first if it is in several; undefined for an unknown ZIP code. */
export async function findPlanPlace(db: Db, zipCode: string): Promise<PlanPlace | undefined> {
  const text = `select z.zip as "zipCode", c.fips as "countyFips", c.name as county, s.code as state
    from zip_codes z join counties c on c.id = z.county_id join states s on s.id = c.state_id
    where z.zip = $1 order by c.fips limit 1`
  const [place] = await prepared<PlanPlace>(db, { name: 'place-of-zip', text }, [zipCode])
  return place
}
