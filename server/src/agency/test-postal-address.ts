import type { PostalAddress } from '@coverdesk/domain/agency/postal-address.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const somewhere: PostalAddress = { street: '120 NW 7th Ave', unit: '', city: 'Miami', state: 'FL', zipCode: '33136' }

/** Sets the postal address, which emails to contacts require. For tests. */
export async function setTestPostalAddress(db: Db, address: PostalAddress | null = somewhere): Promise<void> {
  await sql`update agency_settings set postal_address = ${address && JSON.stringify(address)}::jsonb`.execute(db)
}
