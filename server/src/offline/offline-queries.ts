import { fail } from '@coverdesk/domain/fail.ts'
import { OfflineDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { openableCustomer } from '../customers/openable-customers.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { displayName } from '../users/user-list.ts'
import { canManageOffline, mayCorrect, offlineVisibility } from './offline-visibility.ts'
import { requiredProof } from './reauthenticate.ts'
import { sellingAuthority } from './selling-authority.ts'

/** SQL condition that row `o` is visible to the user; the same as the list's. */
export function isVisible(visibility: Visibility) {
  return visibility.all ? sql`true` : sql`o.owner = any(${visibility.agentIds}::bigint[])`
}

/** One visible application with its members and the last four digits of sealed numbers. */
export async function findOffline(db: Db, call: SignedInCall, id: number): Promise<OfflineDetail> {
  const { rows } = await sql<{ found: object; agentId: number | null; owner: number; state: string; date: string }>`
    select o.agent_id as "agentId", o.owner, o.state, o.created_on as date, jsonb_build_object(
      'applicationId', o.id, 'version', o.version, 'sourceId', o.source_id, 'source', s.name,
      'first_time_on_marketplace', o.first_time_on_marketplace,
      'firstName', o.first_name, 'middleName', o.middle_name, 'lastName', o.last_name, 'dob', o.dob, 'sex', o.sex,
      'ssnLast4', o.ssn_last4, 'apply', o.apply, 'migratoryStatus', o.migratory_status, 'phone', o.phone,
      'email', o.email, 'language', o.language, 'address', o.address, 'zipCode', o.zip_code, 'city', o.city,
      'state', o.state, 'married', o.married, 'totalMembers', o.total_members,
      'annualHouseholdIncome', o.annual_household_income::text,
      'accountingServiceRequested', o.accounting_service_requested, 'typeOfIncome', o.type_of_income)
      || jsonb_build_object(
      'annualIncome', o.annual_income::text, 'employerName', o.employer_name, 'employerPhone', o.employer_phone,
      'planSelected', o.plan_selected, 'monthlyPayment', o.monthly_payment::text, 'cardLast4', o.card_last4,
      'cardBrand', o.card_brand, 'cardExpDate', o.card_exp_date, 'cardFirstName', o.card_first_name,
      'cardMiddleName', o.card_middle_name, 'cardLastName', o.card_last_name,
      'cardPurgedDate', ${sql.raw(instantOf('o.card_purged_at'))},
      'agentName', ag.name, 'createdDate', ${sql.raw(instantOf('o.created_at'))}, 'createdBy', ${sql.raw(displayName)},
      'processedDate', ${sql.raw(instantOf('o.processed_at'))}, 'processedBy', (
        select ${sql.raw(displayName)} from users u left join contacts c on c.id = u.contact_id where u.id = o.processed_by),
      'held', o.held, 'heldReason', o.held_reason, 'customerId', ${openableCustomer(call.user, 'o.contact_id')},
      'offlineAppMembers', coalesce((select json_agg(json_build_object(
        'id', m.id, 'relation', m.relation, 'firstName', m.first_name, 'middleName', m.middle_name,
        'lastName', m.last_name, 'dob', m.dob, 'sex', m.sex, 'ssnLast4', m.ssn_last4, 'apply', m.apply,
        'migratoryStatus', m.migratory_status, 'typeOfIncome', m.type_of_income,
        'annualIncome', m.annual_income::text, 'employerName', m.employer_name, 'employerPhone', m.employer_phone)
        order by m.position) from offline_app_members m where m.application_id = o.id), '[]'::json)) as found
    from offline_applications o
    left join users u on u.id = o.created_by
    left join contacts c on c.id = u.contact_id
    left join agents ag on ag.id = o.agent_id
    left join lookup_values s on s.list = 'generic.4' and s.id = o.source_id
    where o.id = ${id} and ${isVisible(offlineVisibility(call.user))}`.execute(db)
  const { found, agentId, owner, state, date } = rows[0] ?? fail('record.not_found')
  const { reasons: againstAgent } = await sellingAuthority(db, agentId, state, date)
  const revealBy = canManageOffline(call.user) ? await requiredProof(db, call) : null
  return OfflineDetail.parse({ ...found, againstAgent, revealBy, mayCorrect: mayCorrect(call.user, owner) })
}

/** Ids of visible applications that contain a social security number, newest first. */
export async function idsWithSsn(db: Db, { user, services }: SignedInCall, digits: string): Promise<number[]> {
  const ofApplicant = services.sealer.searchHashes({ table: 'offline_applications', column: 'ssn_sealed' }, digits)
  const ofMember = services.sealer.searchHashes({ table: 'offline_app_members', column: 'ssn_sealed' }, digits)
  const { rows } = await sql<{ id: number }>`
    select o.id from offline_applications o
    where o.id in (
      select id from offline_applications where ssn_search = any(${ofApplicant}::bytea[])
      union select application_id from offline_app_members where ssn_search = any(${ofMember}::bytea[]))
      and ${isVisible(offlineVisibility(user))}
    order by o.created_at desc, o.id desc limit 50`.execute(db)
  return rows.map(({ id }) => id)
}
