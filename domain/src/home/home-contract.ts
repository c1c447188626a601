import { z } from 'zod'
import { anyOf } from '../access/claim-expression.ts'
import { sectionRules } from '../access/portal-rules.ts'
import { anyAdministrator } from '../access/rights.ts'
import { Amount } from '../fields/amount.ts'
import { ConversationRow } from '../marketing/marketing-contract.ts'
import { notedKinds } from '../notes/noted-kinds.ts'
import { NoInput, route } from '../platform/route.ts'
import { PtoRow } from '../pto/pto-contract.ts'
import { UnpaidRow } from '../unpaid/unpaid-contract.ts'
import { VarianceRow } from '../variances/variance-contract.ts'

/** Rows of a section; its total says how many there are. */
export const maxHomeRows = 5
/** Follow-ups of a user that the landing page lists. */
export const maxFollowUps = 30
/** Days that security alerts are counted back from today. */
export const alertDays = 7
/** Last days to dispute a variance within this many days, today included, count as work that waits. */
export const deadlineDays = 7

const HomePolicy = UnpaidRow.pick({
  id: true,
  policyId: true,
  insuredName: true,
  carrier: true,
  status: true,
  month: true,
  year: true,
  why: true,
  atStake: true,
  notRated: true,
})

/** Agent with the license or appointment that expires next. */
export const HomeExpiry = z.object({
  id: z.number().int(),
  agent: z.string(),
  expiry: z.string(),
  kind: z.enum(['license', 'appointment']),
  state: z.string(),
  /** Line of a license, carrier of an appointment. */
  of: z.string(),
})
export type HomeExpiry = z.infer<typeof HomeExpiry>

/** Note of the user whose follow-up day has come. */
export const HomeFollowUp = z.object({
  id: z.number().int(),
  record: z.enum(Object.values(notedKinds).map(({ name }) => name)),
  recordId: z.number().int(),
  /** Key in the address of the record's screen. */
  key: z.string(),
  name: z.string(),
  text: z.string(),
  followUpOn: z.string(),
})
export type HomeFollowUp = z.infer<typeof HomeFollowUp>

const total = z.number().int()

/** Policies assigned to the user, or to no agent for users who assign them. */
const policies = { of: z.enum(['me', 'none']), total, atStake: Amount, data: z.array(HomePolicy) }

/**
 * Sections with personal data, by the name that the audit record gives their records. A section is present when the
 * user has its right, also without rows.
 */
const HomeGroup = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unpaid-policy'), ...policies }),
  z.object({ kind: z.literal('lost-policy'), ...policies }),
  z.object({
    kind: z.literal('variance'),
    /** Open variances that the carrier owes and that can still be disputed. */
    total,
    /** Those of the next days, and what is at stake in them. */
    soon: z.object({ total, stake: Amount, until: z.string() }),
    data: z.array(
      VarianceRow.pick({
        id: true,
        policyId: true,
        insuredName: true,
        carrier: true,
        class: true,
        month: true,
        disputeBy: true,
        stake: true,
        owner: true,
      }),
    ),
  }),
  z.object({ kind: z.literal('note'), total, data: z.array(HomeFollowUp) }),
  z.object({
    kind: z.literal('conversation'),
    total,
    data: z.array(
      ConversationRow.pick({ contactId: true, name: true, lastAt: true, excerpt: true }).extend({ id: total }),
    ),
  }),
  z.object({
    kind: z.literal('pto'),
    total,
    data: z.array(
      PtoRow.pick({
        id: true,
        version: true,
        requesterId: true,
        agent: true,
        startDate: true,
        startHour: true,
        endDate: true,
        endHour: true,
      }),
    ),
  }),
  z.object({
    kind: z.literal('agent'),
    total,
    /** Agents whose license or appointment has expired already. */
    expired: total,
    /** True when the section shows only the user's own. */
    own: z.boolean(),
    data: z.array(HomeExpiry),
  }),
])
export type HomeGroup = z.infer<typeof HomeGroup>
export type HomeGroupOf<Kind extends HomeGroup['kind']> = Extract<HomeGroup, { kind: Kind }>

/** Last policy file and latest statement of a carrier. */
export const CarrierLoad = z.object({
  carrierId: z.number().int(),
  carrier: z.string(),
  policiesOn: z.string().nullable(),
  policiesOverdue: z.boolean(),
  /** First day of the latest month with a statement. */
  statementMonth: z.string().nullable(),
  statementOverdue: z.boolean(),
})
export type CarrierLoad = z.infer<typeof CarrierLoad>

/** The oldest month before the present one whose pay run is not closed. */
export const MonthToClose = z.object({
  /** First day of the month. */
  month: z.string(),
  /** Its draft. */
  runId: z.number().int().nullable(),
  /** Names of the carriers whose statement is missing. */
  missing: z.array(z.string()),
})
export type MonthToClose = z.infer<typeof MonthToClose>

/** What statements brought in each of the last 12 months, the present one last. */
export const ReceivedMonths = z.object({
  months: z.array(z.object({ month: z.string(), amount: Amount })),
  /**
   * What the statements of the present month should still bring (decision 185), the sum of the list of expected cash. Null for those who
   * may not read it, and for readers of their own pay.
   */
  toCome: Amount.nullable(),
})
export type ReceivedMonths = z.infer<typeof ReceivedMonths>

/** The user's day. Members without the user's right are null. */
export const Home = z.object({
  today: z.string(),
  groups: z.array(HomeGroup),
  /** Requests for rights or emergency access that the user can decide. */
  approvals: total.nullable(),
  /** Security alerts of the last days, with the first of these days. */
  alerts: z.object({ total, from: z.string() }).nullable(),
  loads: z.array(CarrierLoad).nullable(),
  /** Also null while every past month is closed, or pay was never run. */
  monthToClose: MonthToClose.nullable(),
  received: ReceivedMonths.nullable(),
})
export type Home = z.infer<typeof Home>

/** Claim expression of the landing page of staff. */
export const mayUseHome = anyOf([sectionRules.Dashboard.allow, anyAdministrator])

export const home = {
  day: route({
    method: 'GET',
    path: '/api/Home',
    allow: mayUseHome,
    background: true,
    audit: { reads: 'home', groups: 'groups' },
    summary:
      'What waits for the user today: assigned policies, messages, requests, expiring licenses, follow-ups, loads',
    input: NoInput,
    output: Home,
  }),
}
