import type { ApplicationFields } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import {
  type AnsweredStep,
  answeredSteps,
  specialOf,
  wantedYear,
  withoutRemoved,
} from '@coverdesk/domain/ede/ede-answers.ts'
import type { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { householdIncomeCents } from '@coverdesk/domain/ede/household-income.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { isCalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { findApplication } from '../applications/application-queries.ts'
import { mayChange } from '../applications/application-visibility.ts'
import { fieldsOf, saveFields } from '../applications/save-application.ts'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { applicantOf } from './ede-consent.ts'
import { edeDetail, findEde, lockEde, type StoredEde } from './ede-queries.ts'
import { storeNumbers, withoutNumbers } from './person-numbers.ts'
import { refuseIncompleteStep } from './refuse-incomplete-step.ts'

/**
 * Saves the answers as typed. An unchanged save keeps the version, so that moving between steps does not void the client's
 * review, unless its year has ended. With `finish` the step must be complete. The internal application takes the facts, the
 * name with every save.
 */
export const saveEde: Handler<typeof ede.save> = (call, { id, version, step, finish, answers: typed }) =>
  inTransaction(call.db, async (db) => {
    const stored = await lockEde(db, call.user, id)
    await refuseEdit(db, call, stored, version)
    const answers = withoutRemoved(typed)
    const current = await moveToOfferedYear(db, call, { ...stored, answers }, stored.answers)
    const hasNewNumbers = await storeNumbers(db, call.services.sealer, stored.key, answers.household)
    if (finish && isAnswered(step)) await refuseIncompleteStep(db, call, { ...stored, answers }, step)
    const { rows } = await sql<{ version: number }>`
      update ede_applications set step = ${step}, answers = ${JSON.stringify(withoutNumbers(answers))}::jsonb,
        updated_at = clock_timestamp(),
        version = version + case
          when answers is distinct from ${JSON.stringify(withoutNumbers(answers))}::jsonb or ${hasNewNumbers} then 1 else 0 end
      where id = ${stored.key} returning version`.execute(db)
    if (rows[0]?.version !== current.version)
      await writeAudit(db, call.audit, {
        action: 'update',
        entity: 'internal-application',
        entityId: stored.number,
        outcome: 'done',
        facts: { what: 'ede-application', step, version: rows[0]?.version ?? 0 },
      })
    const saved = await findEde(db, call.user, id)
    // The consent that is sent next names the internal application's client.
    if (finish || applicantOf(saved) !== saved.name) await updateInternal(db, call, saved)
    return await edeDetail(db, await findEde(db, call.user, id), call.user, call.now)
  })

const isAnswered = (step: string): step is AnsweredStep => answeredSteps.some((one) => one === step)

/** Fails unless the user may change the application now and knows its newest version (P-74). */
export async function refuseEdit(db: Db, call: SignedInCall, stored: StoredEde, version: number): Promise<void> {
  await refuseOthers(db, call, stored)
  if (stored.state === 'submitted') fail('ede.submitted')
  if (stored.state === 'sending') fail('ede.sending')
  if (stored.version !== version) fail('record.changed', { details: { version: stored.version } })
}

/** Fails for void applications, and for staff who may not change those of others. */
export async function refuseOthers(db: Db, { user }: SignedInCall, stored: StoredEde): Promise<void> {
  if (stored.statusId === applicationStatus.Void) fail('application.void')
  if (stored.clientId === user.id) return
  const { rows } = await sql<{ owner: number | null }>`
    select owner from internal_applications where id = ${stored.number}`.execute(db)
  if (!rows[0] || !mayChange(user, rows[0]))
    fail('right.missing', { message: 'This application belongs to another agent' })
}

/**
 * Moves a draft whose year is no longer offered to the year that is, or to the one that the client chose. The version changes,
 * because a signed review shows the year: the client reviews the application again.
 */
export async function moveToOfferedYear(
  db: Db,
  call: SignedInCall,
  stored: StoredEde,
  before = stored.answers,
): Promise<StoredEde> {
  // What the exchange has keeps its year.
  if (stored.isChange) return stored
  const today = todayIn(call.now)
  const { key, number, planYear: begun, countyState, answers } = stored
  const planYear = wantedYear(answers, await yearOfferedIn(db, countyState, today), today)
  const isChosen = [answers, before].some(({ about }) => specialOf(about, today) !== null)
  if (stored.state !== 'draft' || (isChosen ? planYear === begun : planYear <= begun)) return stored
  const moved = { planYear, movedFrom: isChosen ? null : begun, version: stored.version + 1 }
  await sql`
    update ede_applications set plan_year = ${moved.planYear}, moved_from_year = ${moved.movedFrom}, version = ${moved.version},
      updated_at = clock_timestamp()
    where id = ${key}`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'internal-application',
    entityId: number,
    outcome: 'done',
    facts: { what: 'ede-application', ...moved },
  })
  return { ...stored, ...moved }
}

/** The internal application takes the facts of the answers that are complete, with its own history. */
export async function updateInternal(db: Db, call: SignedInCall, stored: StoredEde): Promise<void> {
  const { answers, countyState } = stored
  const today = todayIn(call.now)
  const isDone = (step: AnsweredStep) => stepProblems(step, answers, today).length === 0
  const before = await findApplication(db, { all: true }, stored.internalId)
  const fields: ApplicationFields = { ...fieldsOf(before) }
  const [self] = answers.household.people
  if (self?.firstName.trim() && self.lastName.trim()) {
    fields.firstName = self.firstName.trim()
    fields.middleName = self.middleName.trim()
    fields.lastName = self.lastName.trim()
    if (isCalendarDate(self.dob)) fields.dob = self.dob
  }
  if (isDone('about')) {
    const { email, phone, address } = answers.about
    Object.assign(fields, { email: email.trim(), phone: readPhone(phone) ?? fields.phone, address: address.trim() })
    fields.state = countyState
  }
  if (isDone('household') && isDone('income')) fields.annualIncome = amountOf(householdIncomeCents(answers))
  if (JSON.stringify(fields) !== JSON.stringify(fieldsOf(before))) await saveFields(db, call, before, fields)
}
