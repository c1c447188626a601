import type { AgencySettings } from '@coverdesk/domain/agency/agency-contract.ts'
import type { PostalAddress } from '@coverdesk/domain/agency/postal-address.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Settings of the agency; `lock` locks them until the transaction ends. */
export async function agencySettings(db: Db, { lock = false } = {}): Promise<AgencySettings> {
  const { rows } = await sql<AgencySettings>`
    select version, identity, postal_address as "postalAddress", npn,
      second_approval as "secondApproval" from agency_settings ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0] ?? fail('server.error')
}

/** Postal address of the agency; null if not set. */
export async function postalAddressOf(db: Db): Promise<PostalAddress | null> {
  return (await agencySettings(db)).postalAddress
}
