import { fail } from '@coverdesk/domain/fail.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import type { OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { OfflineCorrection } from '@coverdesk/domain/offline/offline-fields.ts'
import type { OfflineApplication, OfflineMember } from '@coverdesk/domain/offline/offline-rule.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../../history/record-changes.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { findOffline } from '../offline-queries.ts'
import { type NumberColumn, sealedNumber } from '../sealed-numbers.ts'
import { applicationColumns, insertMember, memberColumns, readApplication } from '../submit-offline.ts'
import { correctionsBetween } from './corrections-between.ts'

const entity = 'offline-application'

/**
 * Corrects a submitted application (decision 299). Numbers that are not typed again stay as they are stored. The history
 * has every changed field, and of a number only its last four digits. Unchanged data creates no version.
 */
export const correctOffline: Handler<typeof offline.correct> = async (call, { id, version, ...typed }) =>
  await inTransaction(call.db, async (db) => {
    await sql`select from offline_applications where id = ${id} for no key update`.execute(db)
    const before = await findOffline(db, call, id)
    if (!before.mayCorrect)
      return fail('right.missing', { message: 'You can correct your own applications; for others, ask the office' })
    if (before.version !== version) return await refuseEditConflict(db, entity, id, version)
    if (before.processedDate !== null) return fail('offline.processed')
    if (before.held) return fail('offline.held')
    refuseUnknownMembers(before, typed)
    const kept = { ssn: before.ssnLast4 !== null, card: before.cardLast4 === null ? null : before }
    const application = await readApplication({ db, now: call.now }, { ...typed, note: '' }, kept)
    const numbers = await writeApplication(db, call, before, application)
    const memberNumbers = await writeMembers(db, call, before, { application, typed })
    const after = await findOffline(db, call, id)
    const changes = [...correctionsBetween(before, after), ...numbers, ...memberNumbers]
    if (changes.length === 0) return before
    await sql`update offline_applications set version = version + 1 where id = ${id}`.execute(db)
    await keepChange(db, { entity, id, version: version + 1, action: 'Corrected', by: call.user.id, changes })
    const facts = { fields: changes.map(({ field }) => field).join(', ') }
    await writeAudit(db, call.audit, { action: 'update', entity, entityId: id, outcome: 'done', facts })
    return await findOffline(db, call, id)
  })

/** A member that is named must be one of the application, and only once. */
function refuseUnknownMembers({ offlineAppMembers }: OfflineDetail, typed: OfflineCorrection): void {
  const left = new Set(offlineAppMembers.map(({ id }) => id))
  const problems = typed.offlineAppMembers.flatMap(({ id }, index) =>
    id === undefined || left.delete(id)
      ? []
      : [{ path: `offlineAppMembers.${index}.relation`, message: 'Not a member of this application' }],
  )
  if (problems.length > 0) throw invalidFields(problems)
}

async function writeApplication(
  db: Db,
  call: SignedInCall,
  { applicationId: id, ssnLast4, cardLast4 }: OfflineDetail,
  application: OfflineApplication,
): Promise<FieldChange[]> {
  const { card } = application
  await db
    .updateTable('offline_applications')
    .set({
      ...applicationColumns(application),
      member_count: application.members.length,
      ...(card && {
        card_exp_date: card.cardExpDate || null,
        card_first_name: card.cardFirstName,
        card_middle_name: card.cardMiddleName,
        card_last_name: card.cardLastName,
      }),
    })
    .where('id', '=', id)
    .execute()
  const ssn = await writeNumber(db, call, { column: ssnOfApplicant, id, digits: application.ssn, last4: ssnLast4 })
  if (card === null) return [...ssn, ...(await removeCard(db, id, cardLast4))]
  if (!card.cardNumber) return ssn
  const column = cardOfApplicant
  const number = await writeNumber(db, call, { column, id, digits: card.cardNumber, last4: cardLast4 })
  await sql`update offline_applications set card_brand = ${card.cardBrand}, card_purged_at = null where id = ${id}`.execute(
    db,
  )
  return [...ssn, ...number]
}

/** Removes the stored card with its number: a client took it back, or it is another person's. */
async function removeCard(db: Db, id: number, last4: string | null): Promise<FieldChange[]> {
  if (last4 === null) return []
  await sql`
    update offline_applications
    set card_number_sealed = null, card_number_search = null, card_last4 = null, card_brand = null, card_exp_date = null,
      card_first_name = '', card_middle_name = '', card_last_name = '', card_purged_at = null
    where id = ${id}`.execute(db)
  return [{ field: cardOfApplicant.label, old: `ending ${last4}`, new: null }]
}

/** Updates, adds and removes members, in the order of the form. */
async function writeMembers(
  db: Db,
  call: SignedInCall,
  { applicationId, offlineAppMembers: stored }: OfflineDetail,
  { application, typed }: { application: OfflineApplication; typed: OfflineCorrection },
): Promise<FieldChange[]> {
  const ids = typed.offlineAppMembers.flatMap(({ id }) => id ?? [])
  await sql`delete from offline_app_members where application_id = ${applicationId} and id <> all(${ids}::bigint[])`.execute(
    db,
  )
  // Places are unique, so that members can only change theirs by way of free ones.
  await sql`update offline_app_members set position = -1 - position where application_id = ${applicationId}`.execute(db)
  const changes: FieldChange[] = []
  for (const [position, member] of application.members.entries()) {
    const before = stored.find(({ id }) => id === typed.offlineAppMembers[position]?.id)
    if (!before) await insertMember(db, call, applicationId, position, member)
    else changes.push(...(await writeMember(db, call, { before, position, member })))
  }
  return changes
}

async function writeMember(
  db: Db,
  call: SignedInCall,
  {
    before: { id, firstName, ssnLast4: last4 },
    position,
    member,
  }: { before: OfflineDetail['offlineAppMembers'][number]; position: number; member: OfflineMember },
): Promise<FieldChange[]> {
  await db
    .updateTable('offline_app_members')
    .set({ ...memberColumns(member), position })
    .where('id', '=', id)
    .execute()
  return await writeNumber(db, call, { column: ssnOfMember, id, digits: member.ssn, last4, of: firstName })
}

interface Column {
  place: NumberColumn & { table: 'offline_applications' | 'offline_app_members' }
  /** Prefix of the columns beside the sealed one. */
  prefix: 'ssn' | 'card_number'
  last4: 'ssn_last4' | 'card_last4'
  label: string
}
const ssnOfApplicant: Column = {
  place: { table: 'offline_applications', column: 'ssn_sealed' },
  prefix: 'ssn',
  last4: 'ssn_last4',
  label: 'SSN',
}
const ssnOfMember: Column = { ...ssnOfApplicant, place: { table: 'offline_app_members', column: 'ssn_sealed' } }
const cardOfApplicant: Column = {
  place: { table: 'offline_applications', column: 'card_number_sealed' },
  prefix: 'card_number',
  last4: 'card_last4',
  label: 'Card number',
}

/** Replaces a stored number by another one; its change for the history, or none without a typed or with the same number. */
async function writeNumber(
  db: Db,
  { services: { sealer } }: SignedInCall,
  {
    column,
    id,
    digits,
    last4,
    of,
  }: { column: Column; id: number; digits: string | null; last4: string | null; of?: string },
): Promise<FieldChange[]> {
  if (digits === null) return []
  const { place, prefix } = column
  const number = sealedNumber(sealer, place, id, digits)
  const [sealedColumn, search] = [sql.id(`${prefix}_sealed`), sql.id(`${prefix}_search`)]
  const { rows } = await sql`
    update ${sql.id(place.table)}
    set ${sealedColumn} = ${number.sealed}, ${search} = ${number.search}, ${sql.id(column.last4)} = ${number.last4}
    where id = ${id} and (${search} is null or ${search} <> all(${sealer.searchHashes(place, digits)}::bytea[]))
    returning id`.execute(db)
  if (rows.length === 0) return []
  const field = of === undefined ? column.label : `${of}: ${column.label}`
  return [{ field, old: last4 && `ending ${last4}`, new: `ending ${digits.slice(-4)}` }]
}
