import { inDatabase } from '../database.ts'

/** Takes back what people saved in a carrier's profiles, for a journey that begins where nobody has yet, at its second try, too. */
export async function forgetSavedProfiles(carrier: string): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      'delete from carrier_profiles where saved_by is not null and carrier_id = (select id from carriers where name = $1)',
      [carrier],
    ),
  )
}
