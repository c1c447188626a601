import { specialProblem } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { type ExchangeRefusal, refusalSentence } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Db } from '../platform/db/database.ts'
import type { ExchangeApplication, ExchangePerson } from '../platform/integrations/exchange.ts'
import { changeProblem, heldDocument, periodsOf, policiesAfter } from './changed-application.ts'
import type { ApplyingPerson } from './household-eligibility.ts'
import { documentOf, nextExchangeId } from './submit-household.ts'

type Answer = { submissionId: string } & (
  | { outcome: 'accepted'; exchangeAssignedId: string }
  | { outcome: 'refused'; reason: string; refusal: ExchangeRefusal }
)

/** Takes an application like an exchange: idempotent per submission id, with its eligibility computed at once. */
export async function applyAtSandbox(db: Db, application: ExchangeApplication, now: Date): Promise<Answer> {
  const { submissionId, changes, planYear, special, persons, contact, taxes } = application
  const today = todayIn(now)
  await sql`select pg_advisory_xact_lock(hashtextextended(${submissionId}, 0))`.execute(db)
  const before = await sql<{ answer: Answer }>`
    select answer from sandbox_exchange_submissions where submission_id = ${submissionId}`.execute(db)
  const [previous] = before.rows
  if (previous) return previous.answer
  const county = (await countiesOf(db, contact.zipCode)).find(({ fips }) => fips === contact.countyFips)
  const held = changes === null ? null : await heldDocument(db, changes)
  const asked = { planYear, special, state: county?.state ?? '', today }
  const refusal: ExchangeRefusal | null = county
    ? (refusalOf(persons) ?? (changes === null ? await yearProblem(db, asked) : changeProblem(held, asked)))
    : { kind: 'county' }
  const answer: Answer = refusal
    ? { submissionId, outcome: 'refused', reason: refusalSentence(refusal), refusal }
    : { submissionId, outcome: 'accepted', exchangeAssignedId: changes ?? (await nextExchangeId(db)) }
  await sql`
    insert into sandbox_exchange_submissions (submission_id, answer)
    values (${submissionId}, ${JSON.stringify(answer)}::jsonb)`.execute(db)
  if (!county || answer.outcome === 'refused') return answer
  // In the time of the next year's open enrollment only a life event opens a period of this year.
  const kept = held && planYear !== (await yearOfferedIn(db, county.state, today)) ? periodsOf(held) : null
  const document = await documentOf(db, {
    partnerUserId: application.partnerAssignedConsumerId,
    agent: application.agent,
    persons: persons.map(applyingPerson),
    contact,
    county,
    planYear,
    special,
    kept,
    today,
    incomeCents: cents(application.income) ?? 0,
    mayHaveCredit: isCreditReturn(taxes, persons),
  })
  const { exchangeAssignedId } = answer
  if (held) {
    // Without periods of its own the event before no longer counts the start.
    const event = kept === null ? { lifeEvent: null } : {}
    const changed = { ...held, ...event, ...document, policies: policiesAfter(held, persons, today) }
    await sql`
      update sandbox_exchange_applications set changed_at = now(), document = ${JSON.stringify(changed)}::jsonb
      where exchange_assigned_id = ${exchangeAssignedId}`.execute(db)
    return answer
  }
  await sql`
    insert into sandbox_exchange_applications (exchange_assigned_id, document)
    values (${exchangeAssignedId}, ${JSON.stringify({ exchangeAssignedId, ...document })}::jsonb)`.execute(db)
  return answer
}

/** Numbers that the Social Security Administration never assigned (area 000, 666, 900 and above). */
function refusalOf(persons: readonly ExchangePerson[]): ExchangeRefusal | null {
  const wrong = persons.find(({ ssn }) => ssn !== null && (/^(000|666|9)/.test(ssn) || /^...00|0000$/.test(ssn)))
  return wrong ? { kind: 'ssn', person: `${wrong.firstName} ${wrong.lastName}` } : null
}

/** An exchange takes applications for the year that it offers, and after a life event for this one (45 CFR 155.420). */
async function yearProblem(
  db: Db,
  {
    planYear,
    special,
    state,
    today,
  }: Pick<ExchangeApplication, 'planYear' | 'special'> & Record<'state' | 'today', string>,
): Promise<ExchangeRefusal | null> {
  const thisYear = Number(today.slice(0, 4))
  const offered = await yearOfferedIn(db, state, today)
  if (planYear === offered) return null
  if (planYear === thisYear) {
    if (special === null) return { kind: 'no life event', planYear, offered }
    const problem = specialProblem(special, planYear, today)
    return problem && { kind: 'life event', problem }
  }
  return { kind: 'year', planYear, open: [...new Set([thisYear, offered])] }
}

/** The credit needs a tax return, a joint one for the married, of a person whom no one else claims (26 USC 36B(c)(1)). */
function isCreditReturn({ files, jointly, claimed }: ExchangeApplication['taxes'], persons: readonly ExchangePerson[]) {
  const isMarried = persons.some(({ relationship }) => relationship === 'spouse')
  return files && !claimed && (!isMarried || jointly)
}

function applyingPerson({
  coverage,
  offer,
  offerMinimumValue,
  ...person
}: ExchangePerson): ApplyingPerson & ExchangePersonName {
  const { id, firstName, lastName, sex, dob, relationship, applies, tobacco, expecting, status } = person
  return {
    id,
    firstName,
    lastName,
    sex,
    dob,
    relationship,
    applies,
    tobacco,
    expecting,
    status,
    coverage: coverage === 'medicaid' ? 'other' : coverage,
    hasMedicaid: coverage === 'medicaid',
    offerCents: offer === null ? null : cents(offer),
    belowMinimumValue: offerMinimumValue === false,
  }
}
type ExchangePersonName = Pick<ExchangePerson, 'firstName' | 'lastName' | 'sex' | 'tobacco'>
