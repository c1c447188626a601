import { inDatabase } from '../database.ts'

/** Deletes saved column profiles of a carrier, for tests that start without one, also on a retry. */
export async function resetSavedProfiles(carrier: string): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      'delete from carrier_profiles where saved_by is not null and carrier_id = (select id from carriers where name = $1)',
      [carrier],
    ),
  )
}
