import { isCoverageOver } from '@coverdesk/domain/ede/ede-answers.ts'
import { specialProblem } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import type { ExchangeRefusal } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { ExchangeApplication, ExchangePerson } from '../platform/integrations/exchange.ts'

type Document = Record<string, unknown>

/** The application of an id, locked; null when the sandbox has none. */
export async function heldDocument(db: Db, exchangeAssignedId: string): Promise<Document | null> {
  const { rows } = await sql<{ document: Document }>`
    select document from sandbox_exchange_applications where exchange_assigned_id = ${exchangeAssignedId} for update`.execute(
    db,
  )
  return rows[0]?.document ?? null
}

/** Changes are of the year of the application, until its end. */
export function changeProblem(
  held: Document | null,
  { planYear, special, today }: Pick<ExchangeApplication, 'planYear' | 'special'> & { today: string },
): ExchangeRefusal | null {
  if (!held) return { kind: 'unknown application' }
  const year = applicationYear(readExchangeRecord(held).insuranceApplication?.applicants ?? [])
  if (year !== null && year !== planYear) return { kind: 'plan year', planYear, applicationYear: year }
  if (isCoverageOver(planYear, today)) return { kind: 'year', planYear, open: [Number(today.slice(0, 4))] }
  const problem = special && specialProblem(special, planYear, today)
  return problem ? { kind: 'life event', problem } : null
}

const Period = z.looseObject({ indicator: z.boolean() })
const WithPeriods = z.object({
  insuranceApplication: z.object({
    applicants: z.array(z.object({ eligibilityInitial: Period, eligibilitySpecial: Period })),
  }),
})

/** Enrollment periods of the application as it was; null when it names none. */
export function periodsOf(held: Document): object | null {
  const read = WithPeriods.safeParse(held)
  const applicants = read.success ? read.data.insuranceApplication.applicants : []
  const isOpen = ({ eligibilityInitial, eligibilitySpecial }: (typeof applicants)[number]) =>
    eligibilityInitial.indicator || eligibilitySpecial.indicator
  return applicants.find(isOpen) ?? applicants[0] ?? null
}

const HeldPolicy = z.looseObject({
  dateEffective: z.string(),
  status: z.string(),
  members: z.array(z.looseObject({ personId: z.string() })),
})

/** Policies without the people who left the household; one that then covers no one ends with the month. */
export function policiesAfter(held: Document, persons: readonly ExchangePerson[], today: string): object[] {
  const read = z.array(HeldPolicy).safeParse(held.policies)
  const stays = ({ personId }: { personId: string }) => persons.some(({ id }) => id === personId)
  return (read.success ? read.data : []).map((policy) => {
    const members = policy.members.filter(stays)
    if (members.length > 0 || /cancel|terminat/i.test(policy.status)) return { ...policy, members }
    const last = lastDayOfMonth(today)
    if (policy.dateEffective > last) return { ...policy, members, status: 'Cancelled' }
    return { ...policy, members, status: 'Terminated', dateExpiration: last }
  })
}

function lastDayOfMonth(today: string): string {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return writeDate(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate())
}
