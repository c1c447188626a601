import {
  completeSpecial,
  type SpecialEnrollment,
  specialProblem,
} from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { householdProblems } from '@coverdesk/domain/sandbox/household-rule.ts'
import type { SandboxPerson, sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { sql } from 'kysely'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { type County, countiesOf } from '../lookups/counties-of.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ExchangePerson } from '../platform/integrations/exchange.ts'
import { type ApplyingPerson, findHouseholdEligibility } from './household-eligibility.ts'
import { hashOf, visitorOf } from './sandbox-visits.ts'

/**
 * Submits a household application and computes its eligibility, as a record of the exchange. A second
 * submission in the same visit returns the first application.
 */
export const submitHousehold: Handler<typeof sandbox.submit> = (call, { visit, ...household }) =>
  inTransaction(call.db, async (db) => {
    const visitor = await visitorOf(db, visit, { lock: true })
    if (visitor.exchangeAssignedId !== null) return { exchangeId: visitor.exchangeAssignedId }
    const today = todayIn(call.now)
    const problems = householdProblems(household.persons, today)
    const county = (await countiesOf(db, household.zipCode)).find(({ fips }) => fips === household.countyFips)
    if (!county) problems.push({ path: 'countyFips', message: 'Not a county of this zip code' })
    const { persons, income, event, eventDate, ...contact } = household
    const thisYear = Number(today.slice(0, 4))
    const special = completeSpecial({ event, date: eventDate })
    const problem = event === '' ? null : specialProblem({ event, date: eventDate }, thisYear, today)
    if (problem) problems.push({ path: 'eventDate', message: specialWords.en.problems[problem] })
    const [first] = problems
    if (first || !county)
      return fail('request.invalid', {
        message: first?.message ?? '',
        details: problems,
      })
    const exchangeId = await nextExchangeId(db)
    const unasked = {
      expecting: 0,
      status: 'citizen',
      coverage: 'none',
      offerCents: null,
      hasMedicaid: false,
      tobacco: null,
    } as const
    const document = await documentOf(db, {
      partnerUserId: visitor.partnerUserId,
      agent: visitor.npn === null ? null : { npn: visitor.npn, name: visitor.name },
      persons: persons.map((person, place) => ({ ...person, ...unasked, id: String(place + 1) })),
      contact,
      county,
      // A life event gives coverage of this year, open enrollment that of the year which is offered.
      planYear: special ? thisYear : await yearOfferedIn(db, county.state, today),
      special,
      today,
      incomeCents: cents(income) ?? 0,
      mayHaveCredit: true,
    })
    await sql`
      insert into sandbox_exchange_applications (exchange_assigned_id, document)
      values (${exchangeId}, ${JSON.stringify({ exchangeAssignedId: exchangeId, ...document })}::jsonb)`.execute(db)
    await sql`
      update sandbox_exchange_visits set exchange_assigned_id = ${exchangeId}
      where visit_hash = ${hashOf(visit)}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'sandbox-application',
      entityId: exchangeId,
      outcome: 'done',
    })
    return { exchangeId }
  })

/** What an application document is made of. */
export interface ApplyingHousehold {
  /** The partner's id of the user who submits. */
  partnerUserId: string
  agent: { npn: string; name: string } | null
  persons: readonly (ApplyingPerson &
    Pick<SandboxPerson, 'firstName' | 'lastName' | 'sex'> &
    Pick<ExchangePerson, 'tobacco'>)[]
  contact: { phone: string | null; email: string | null; address: string | null; zipCode: string }
  county: County
  planYear: number
  special: SpecialEnrollment | null
  kept?: object | null
  today: string
  incomeCents: number
  mayHaveCredit: boolean
}

/** The application as the exchange stores it, including all response data. */
export async function documentOf(db: Db, household: ApplyingHousehold): Promise<object> {
  const { partnerUserId, agent, persons, contact, county, planYear, special, kept = null, today } = household
  const { incomeCents, mayHaveCredit } = household
  const { phone, email, address, zipCode } = contact
  return {
    partnerAssignedConsumerId: partnerUserId,
    persons: persons.map(({ id, firstName, lastName, dob, sex, relationship, tobacco }, place) => ({
      id,
      firstName,
      lastName,
      dob,
      sex,
      relationship,
      primary: place === 0,
      ...(tobacco !== null && { tobacco }),
    })),
    contact: {
      phone,
      email,
      address,
      city: await cityOf(db, zipCode),
      county: county.name,
      state: county.state,
      zipCode,
    },
    ...(agent && { agents: { npn: agent.npn, name: agent.name, saleNpn: agent.npn, saleName: agent.name } }),
    insuranceApplication: {
      applicants: await findHouseholdEligibility(db, {
        persons,
        county,
        zipCode,
        planYear,
        special,
        kept,
        today,
        incomeCents,
        mayHaveCredit,
      }),
    },
    // By which the start of coverage is counted when a plan is chosen.
    ...(special && { lifeEvent: special }),
    policies: [],
  }
}

/** Next id of the exchange. */
export async function nextExchangeId(db: Db): Promise<string> {
  const { rows } = await sql<{ exchangeId: string }>`
    select nextval('sandbox_exchange_numbers')::text as "exchangeId"`.execute(db)
  return rows[0]?.exchangeId ?? fail('server.error')
}

async function cityOf(db: Db, zipCode: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from zip_codes z join cities c on c.id = z.city_id where z.zip = ${zipCode} order by c.name limit 1`.execute(
    db,
  )
  return rows[0]?.name ?? null
}
