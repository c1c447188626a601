import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A county of a ZIP code. */
export interface County {
  fips: string
  name: string
  state: string
}

/** The counties of a ZIP code by name; none for an unknown one. */
export async function countiesOf(db: Db, zipCode: string): Promise<County[]> {
  const { rows } = await sql<County>`
    select c.fips, c.name, s.code as state
    from counties c join states s on s.id = c.state_id
    where c.id in (select county_id from zip_codes where zip = ${zipCode}
      union select county_id from zip_counties where zip = ${zipCode})
    order by c.name`.execute(db)
  return rows
}
