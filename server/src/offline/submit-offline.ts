import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import {
  type KeptNumbers,
  type OfflineApplication,
  type OfflineMember,
  validateOffline,
} from '@coverdesk/domain/offline/offline-rule.ts'
import { sql } from 'kysely'
import { keepChange } from '../history/record-changes.ts'
import { lookupList } from '../lookups/lookup-queries.ts'
import { addNote } from '../notes/note-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { sealedNumber } from './sealed-numbers.ts'

/**
 * Stores an application with its members and its first note in one transaction, and deletes the draft. A repeated
 * submission, for example after a lost response, returns the id of the first (P-75). The CVV is validated and never
 * stored.
 */
export const submitOffline: Handler<typeof offline.submit> = async (call, { submissionId, ...typed }) => {
  const application = await readApplication(call, typed)
  const submission = submissionId ? { id: submissionId, hash: hashOf(call, application) } : null
  return await inTransaction(call.db, async (db) => {
    const applicationId = await insertApplication(db, call, application, submission)
    if (applicationId === null) return await findSubmitted(db, call, submission)
    for (const [index, member] of application.members.entries())
      await insertMember(db, call, applicationId, index, member)
    if (application.note)
      await addNote(
        db,
        { userId: call.user.id, audit: call.audit },
        { entityMetadataId: notedKinds.offline.id, entityId: applicationId, noteBody: application.note, file: null },
      )
    await sql`delete from offline_drafts where user_id = ${call.user.id}`.execute(db)
    await keepChange(db, {
      entity: 'offline-application',
      id: applicationId,
      version: 1,
      action: 'Submitted',
      by: call.user.id,
      changes: [],
    })
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'offline-application',
      entityId: applicationId,
      outcome: 'done',
      facts: { members: application.members.length, card: application.card !== null },
    })
    return { applicationId }
  })
}

/** Validates a submission, or a correction with the stored numbers; fails with every problem at its field. */
export async function readApplication(
  { db, now }: Pick<SignedInCall, 'db' | 'now'>,
  typed: OfflineTyped,
  kept?: KeptNumbers,
): Promise<OfflineApplication> {
  const { problems, application } = validateOffline(typed, todayIn(now), kept)
  if (application.sourceId !== null) {
    const sources = await lookupList(db, 'generic.4')
    if (!sources.some(({ id }) => id === application.sourceId))
      problems.push({ path: 'sourceId', message: 'Not a source' })
  }
  if (problems.length > 0) throw invalidFields(problems)
  return application
}

interface Submission {
  id: string
  hash: Buffer
}

/** Keyed hash, because a submission could otherwise be guessed from it. */
function hashOf({ services }: SignedInCall, application: OfflineApplication): Buffer {
  return services.sealer.searchHash(
    { table: 'offline_applications', column: 'submission_hash' },
    JSON.stringify(application),
  )
}

async function findSubmitted(db: Db, { user }: SignedInCall, submission: Submission | null) {
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    select id, submission_hash as hash from offline_applications
    where created_by = ${user.id} and submission_id = ${submission?.id ?? null}`.execute(db)
  const [existing] = rows
  if (!existing || !submission?.hash.equals(existing.hash)) return fail('offline.submission_reused')
  return { applicationId: existing.id }
}

const nextId = async (db: Db, table: 'offline_applications' | 'offline_app_members'): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}

/** Returns the new id, or null when this submission is already stored. */
async function insertApplication(
  db: Db,
  { user, now, services: { sealer } }: SignedInCall,
  application: OfflineApplication,
  submission: Submission | null,
): Promise<number | null> {
  const id = await nextId(db, 'offline_applications')
  const { card } = application
  const ssn = sealedNumber(sealer, { table: 'offline_applications', column: 'ssn_sealed' }, id, application.ssn)
  const cardNumber = sealedNumber(
    sealer,
    { table: 'offline_applications', column: 'card_number_sealed' },
    id,
    card?.cardNumber ?? null,
  )
  const inserted = await db
    .insertInto('offline_applications')
    .values({
      ...applicationColumns(application),
      id,
      agent_id: user.ownAgentId,
      created_by: user.id,
      created_at: now,
      created_on: todayIn(now),
      submission_id: submission?.id ?? null,
      submission_hash: submission?.hash ?? null,
      ssn_sealed: ssn.sealed,
      ssn_search: ssn.search,
      ssn_last4: ssn.last4,
      card_number_sealed: cardNumber.sealed,
      card_number_search: cardNumber.search,
      card_last4: cardNumber.last4,
      card_brand: card?.cardBrand ?? null,
      card_exp_date: card?.cardExpDate ?? null,
      card_first_name: card?.cardFirstName ?? '',
      card_middle_name: card?.cardMiddleName ?? '',
      card_last_name: card?.cardLastName ?? '',
      member_count: application.members.length,
    })
    .onConflict((conflict) => conflict.constraint('offline_applications_one_a_submission').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Columns of an application without its numbers, its card and its members. */
export function applicationColumns(application: OfflineApplication) {
  return {
    source_id: application.sourceId,
    first_time_on_marketplace: application.firstTimeOnMarketplace,
    first_name: application.firstName,
    middle_name: application.middleName,
    last_name: application.lastName,
    dob: application.dob,
    sex: application.sex,
    apply: application.apply,
    migratory_status: application.migratoryStatus,
    phone: application.phone,
    email: application.email,
    language: application.language,
    address: application.address,
    zip_code: application.zipCode,
    city: application.city,
    state: application.state,
    married: application.married,
    total_members: application.totalMembers,
    annual_household_income: application.annualHouseholdIncome,
    accounting_service_requested: application.accountingServiceRequested,
    type_of_income: application.typeOfIncome,
    annual_income: application.annualIncome,
    employer_name: application.employerName,
    employer_phone: application.employerPhone,
    plan_selected: application.planSelected,
    monthly_payment: application.monthlyPayment,
  }
}

/** Stores a new member of an application. */
export async function insertMember(
  db: Db,
  { services: { sealer } }: SignedInCall,
  applicationId: number,
  position: number,
  member: OfflineMember,
): Promise<void> {
  const id = await nextId(db, 'offline_app_members')
  const ssn = sealedNumber(sealer, { table: 'offline_app_members', column: 'ssn_sealed' }, id, member.ssn)
  await db
    .insertInto('offline_app_members')
    .values({
      id,
      application_id: applicationId,
      position,
      ...memberColumns(member),
      ssn_sealed: ssn.sealed,
      ssn_search: ssn.search,
      ssn_last4: ssn.last4,
    })
    .execute()
}

/** Columns of a member without the number. */
export function memberColumns(member: OfflineMember) {
  return {
    relation: member.relation,
    first_name: member.firstName,
    middle_name: member.middleName,
    last_name: member.lastName,
    dob: member.dob,
    sex: member.sex,
    apply: member.apply,
    migratory_status: member.migratoryStatus,
    type_of_income: member.typeOfIncome,
    annual_income: member.annualIncome,
    employer_name: member.employerName,
    employer_phone: member.employerPhone,
  }
}
