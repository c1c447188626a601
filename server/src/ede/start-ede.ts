import type { ApplicationFields } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { answersOfDraft } from '@coverdesk/domain/ede/answers-of-draft.ts'
import { answersOfPaper } from '@coverdesk/domain/ede/answers-of-paper.ts'
import { EdeAnswers as Answers, type EdeAnswers, newPerson, wantedYear } from '@coverdesk/domain/ede/ede-answers.ts'
import type { EdeApplication, EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { asksYear } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import type { VisitorDraft } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { sql } from 'kysely'
import { deleteVisitorDraft, visitorDraftOf } from '../access/registration/visitor-drafts.ts'
import { findApplication, lockApplication } from '../applications/application-queries.ts'
import { addApplication } from '../applications/save-application.ts'
import { keepFirstAddress } from '../customers/keep-first-address.ts'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { peopleOnPaper } from '../offline/people-on-paper.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { edeDetail, newestOwnEde, storedEde } from './ede-queries.ts'
import { stateOfAnswers } from './offered-year.ts'
import { withoutNumbers } from './person-numbers.ts'
import { moveToOfferedYear } from './save-ede.ts'

/**
 * Starts an application for a client, with the household of a paper application of the contact that it starts at. Without an
 * internal application it creates one; an internal application that has one already returns it, so that starting twice never
 * makes two. A customer without an address gets the one that was typed.
 */
export const startEde: Handler<typeof ede.start> = (call, { applicationId, contactId, zipCode, ...client }) =>
  inTransaction(call.db, async (db) => {
    const fields: ApplicationFields = { ...client, carrier: '', planSelected: '', annualIncome: null }
    const id = applicationId ?? (await addApplication(db, call, fields))
    const { number, statusId } = await lockApplication(db, call.user, id)
    if (statusId === applicationStatus.Void) fail('application.void')
    const found = await existing(db, call, number)
    if (found) return found
    if (statusId === applicationStatus.Submitted) fail('ede.submitted')
    if (contactId !== undefined) await keepFirstAddress(db, call, { id: contactId, address: client.address, zipCode })
    const known = await findApplication(db, { all: true }, id)
    const onPaper = contactId === undefined ? [] : await peopleOnPaper(db, call.user, contactId)
    const { household, income } = answersOfPaper(onPaper)
    const [first, ...others] = household.people
    const self = newPerson([], {
      ...first,
      ...namesOf(known),
      dob: known.dob ?? first?.dob ?? '',
      relationship: 'self',
    })
    const answers = Answers.parse({
      about: { email: known.email, phone: showPhone(known.phone), address: known.address, zipCode },
      household: { people: [self, ...others] },
      income: {
        people: known.annualIncome
          ? [{ id: self.id, has: 'yes', sources: [{ kind: '', amount: known.annualIncome, period: 'year' }] }]
          : income.people,
      },
    })
    return await addEde(db, call, { number, answers, clientId: null })
  })

/** Newest application of a client, the household that waits for the first one, and the year that one can be started for. */
export const ownEde: Handler<typeof ede.own> = async ({ db, user, now }) => {
  const application = await newestOwnEde(db, user)
  const draft = await visitorDraftOf(db, user.id)
  const today = todayIn(now)
  const offered = await yearOfferedIn(db, await ownState(db, application, draft), today)
  const held = (await ownYears(db, user, application)).map((year) => year ?? offered)
  const thisYear = Number(today.slice(0, 4))
  const startsYear = held.some((year) => year >= offered) || isOpen(application) ? null : offered
  return {
    application,
    number: application?.number ?? null,
    draft,
    startsYear,
    specialYear:
      startsYear === null && asksYear(offered, today) && !held.includes(thisYear) && !isOpen(application)
        ? thisYear
        : null,
  }
}

/** State of a client: of the newest application, or of the household that was entered before. */
async function ownState(db: Db, application: EdeRow | null, draft: VisitorDraft | null): Promise<string | null> {
  if (application === null) return draft === null ? null : await stateOfAnswers(db, answersOfDraft(draft))
  const { answers, countyState } = await storedEde(db, sql`e.uuid = ${application.id}::uuid`)
  return countyState ?? (await stateOfAnswers(db, answers))
}

/** Whether an application waits to be submitted; a change of one that was does not keep the client from another year. */
const isOpen = (application: EdeRow | null) =>
  application !== null && application.state !== 'submitted' && !application.isChange

/** Years of the applications that a client has, in the wizard and at the exchange; null for one that names no year. */
async function ownYears(
  db: Db,
  { id, applicationId }: SignedIn,
  application: EdeRow | null,
): Promise<(number | null)[]> {
  const { rows: own } = await sql<{ year: number }>`
    select distinct e.plan_year as year from ede_applications e join internal_applications i on i.id = e.application_id
    where e.client_id = ${id} and i.status_id <> ${applicationStatus.Void}`.execute(db)
  const years: (number | null)[] = own.map(({ year }) => year)
  if (applicationId === null || applicationId === application?.applicationId) return years
  const { rows } = await sql<{ document: unknown }>`
    select document from marketplace_applications where exchange_assigned_id = ${applicationId}`.execute(db)
  const applicants = readExchangeRecord(rows[0]?.document).insuranceApplication?.applicants ?? []
  return [...years, applicationYear(applicants)]
}

/** Starts the own application of a client, with the household that was entered before; there is one unsubmitted at a time, and one a year. */
export const startOwnEde: Handler<typeof ede.startOwn> = (call, { draft, special }) =>
  inTransaction(call.db, async (db) => {
    const { user } = call
    await sql`select from users where id = ${user.id} for no key update`.execute(db)
    const { rows: open } = await sql<{ key: number }>`
      select e.id as key from ede_applications e join internal_applications i on i.id = e.application_id
      where e.client_id = ${user.id} and e.submitted_at is null and i.status_id <> ${applicationStatus.Void}
      order by e.id desc limit 1 for no key update of e`.execute(db)
    if (open[0]) return await opened(db, call, open[0].key)
    const { rows } = await sql<{ firstName: string; lastName: string; email: string; phone: string }>`
      select coalesce(c.first_name, '') as "firstName", coalesce(c.last_name, '') as "lastName",
        coalesce(u.email, '') as email, coalesce(u.phone, '') as phone
      from users u left join contacts c on c.id = u.contact_id where u.id = ${user.id}`.execute(db)
    const { firstName = '', lastName = '', email = '', phone = '' } = rows[0] ?? {}
    const entered = draft ?? (await visitorDraftOf(db, user.id))
    const answers = entered ? answersOfDraft(entered) : Answers.parse({})
    const [self, ...others] = answers.household.people
    const own = { firstName: self?.firstName || firstName, lastName: self?.lastName || lastName }
    const first = newPerson([], { ...self, ...own, relationship: 'self' })
    const people = [first, ...others.filter(({ id }) => id !== first.id)]
    const about = {
      ...answers.about,
      email: answers.about.email || email,
      phone: answers.about.phone || showPhone(phone),
      ...(special && { specialYear: todayIn(call.now).slice(0, 4) }),
    }
    const filled = { ...answers, about, household: { people, entering: null } }
    // Another window may have submitted the one of this year since the start page was loaded.
    const held = await ownEdeOfYear(db, user.id, await planYearOf(db, filled, todayIn(call.now)))
    if (held !== null) return await opened(db, call, held)
    await deleteVisitorDraft(db, user.id)
    const id = await addApplication(db, call, {
      ...own,
      middleName: '',
      dob: null,
      carrier: '',
      planSelected: answers.plan?.name.slice(0, 200) ?? '',
      email,
      phone,
      address: '',
      state: null,
      annualIncome: null,
    })
    const { number } = await findApplication(db, { all: true }, id)
    return await addEde(db, call, { number, answers: filled, clientId: user.id })
  })

/** The newest application that a client has for a year and the office did not delete. */
async function ownEdeOfYear(db: Db, clientId: number, planYear: number): Promise<number | null> {
  const { rows } = await sql<{ key: number }>`
    select e.id as key from ede_applications e join internal_applications i on i.id = e.application_id
    where e.client_id = ${clientId} and e.plan_year = ${planYear} and i.status_id <> ${applicationStatus.Void}
    order by e.id desc limit 1 for no key update of e`.execute(db)
  return rows[0]?.key ?? null
}

/** Year that a new application is for. */
async function planYearOf(db: Db, answers: EdeAnswers, today: string): Promise<number> {
  return wantedYear(answers, await yearOfferedIn(db, await stateOfAnswers(db, answers), today), today)
}

async function existing(db: Db, call: SignedInCall, number: number): Promise<EdeApplication | null> {
  const { rows } = await sql<{ key: number }>`
    select id as key from ede_applications where application_id = ${number} for no key update`.execute(db)
  const [found] = rows
  return found ? await opened(db, call, found.key) : null
}

/** A locked application that was begun before, for the year that is offered. */
async function opened(db: Db, call: SignedInCall, key: number): Promise<EdeApplication> {
  const stored = await moveToOfferedYear(db, call, await storedEde(db, sql`e.id = ${key}`))
  return await edeDetail(db, stored, call.user, call.now)
}

async function addEde(
  db: Db,
  call: SignedInCall,
  { number, answers, clientId }: { number: number; answers: EdeAnswers; clientId: number | null },
): Promise<EdeApplication> {
  const planYear = await planYearOf(db, answers, todayIn(call.now))
  const { rows } = await sql<{ key: number }>`
    insert into ede_applications (application_id, client_id, plan_year, answers, created_by)
    values (${number}, ${clientId}, ${planYear}, ${JSON.stringify(withoutNumbers(answers))}::jsonb,
      ${call.user.id})
    returning id as key`.execute(db)
  const { key } = rows[0] ?? fail('server.error')
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'internal-application',
    entityId: number,
    outcome: 'done',
    facts: { what: 'ede-application' },
  })
  return await edeDetail(db, await storedEde(db, sql`e.id = ${key}`), call.user, call.now)
}

const namesOf = ({ firstName, middleName, lastName }: Record<'firstName' | 'middleName' | 'lastName', string>) => ({
  firstName: firstName.slice(0, 50),
  middleName: middleName.slice(0, 50),
  lastName: lastName.slice(0, 50),
})
