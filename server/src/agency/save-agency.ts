import type { AgencySettings, AgencyToSave, agency } from '@coverdesk/domain/agency/agency-contract.ts'
import type { AgencyIdentity } from '@coverdesk/domain/agency/agency-identity.ts'
import type { PostalAddress } from '@coverdesk/domain/agency/postal-address.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { followAgencyNpn } from '../commissions/loads/follow-agency-npn.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { agencySettings } from './agency-queries.ts'
import { loadAgencyIdentity } from './load-agency-identity.ts'

const labels = {
  name: 'Agency name',
  phone: 'Phone',
  email: 'Email',
  street: 'Street or PO box',
  unit: 'Suite or floor',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  npn: 'NPN of the agency',
} as const satisfies Record<keyof PostalAddress | keyof AgencyIdentity | 'npn', string>
const noIdentity: AgencyIdentity = { name: '', phone: '', email: '' }
const noAddress: PostalAddress = { street: '', unit: '', city: '', state: '', zipCode: '' }

/** Id of the single agency record in its history. */
const theAgency = 1

/**
 * Saves name, contact and postal address of the agency; rejects edits based on an older version (P-74). Unchanged data
 * changes nothing. Stored statement lines with a new NPN of the agency count for the agent of record from then on. This server
 * shows the new name at once, others within seconds.
 */
export const saveAgency: Handler<typeof agency.save> = async (call, settings) => {
  const saved = await inTransaction(call.db, (db) => saveSettings(db, call, settings))
  await loadAgencyIdentity(call.db, call.services.brands)
  return saved
}

async function saveSettings(
  db: Db,
  { user, audit }: SignedInCall,
  { version, identity: given, postalAddress, npn: givenNpn }: AgencyToSave,
): Promise<AgencySettings> {
  const before = await agencySettings(db, { lock: true })
  if (before.version !== version) await refuseEditConflict(db, 'agency', theAgency, version)
  const identity = given ?? before.identity
  const npn = givenNpn ?? before.npn ?? ''
  const changes = fieldChanges(
    labels,
    { ...(before.identity ?? noIdentity), ...(before.postalAddress ?? noAddress), npn: before.npn ?? '' },
    { ...(identity ?? noIdentity), ...postalAddress, npn },
  )
  if (changes.length === 0) return before
  const now = version + 1
  await sql`
    update agency_settings set version = ${now}, identity = ${identity && JSON.stringify(identity)}::jsonb,
      postal_address = ${JSON.stringify(postalAddress)}::jsonb, npn = nullif(${npn}, '')`.execute(db)
  if (npn !== (before.npn ?? '')) await followAgencyNpn(db, npn, before.npn ?? '')
  await keepChange(db, { entity: 'agency', id: theAgency, version: now, action: 'Changed', by: user.id, changes })
  await writeAudit(db, audit, {
    action: 'update',
    entity: 'agency',
    entityId: theAgency,
    outcome: 'done',
    facts: { fields: changes.map(({ field }) => field).join(', ') },
  })
  return await agencySettings(db)
}

/** Saves whether rights above the grantor's own require a second person; rejects edits based on an older version (P-74). */
export const setApproval: Handler<typeof agency.setApproval> = ({ db, user, audit }, { version, secondApproval }) =>
  inTransaction(db, async (db) => {
    const before = await agencySettings(db, { lock: true })
    if (before.version !== version) await refuseEditConflict(db, 'agency', theAgency, version)
    if (before.secondApproval === secondApproval) return before
    await sql`update agency_settings set version = ${version + 1}, second_approval = ${secondApproval}`.execute(db)
    const inWords = (on: boolean) => (on ? 'Yes' : 'No')
    await keepChange(db, {
      entity: 'agency',
      id: theAgency,
      version: version + 1,
      action: 'Second approval set',
      by: user.id,
      changes: fieldChanges(
        { secondApproval: 'Second approval of rights' },
        { secondApproval: inWords(before.secondApproval) },
        { secondApproval: inWords(secondApproval) },
      ),
    })
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'agency',
      entityId: theAgency,
      outcome: 'done',
      facts: { secondApproval },
    })
    return await agencySettings(db)
  })
