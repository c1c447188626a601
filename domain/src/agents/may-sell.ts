import { type CmsRecord, cmsFindings } from '../cms-registration/cms-findings.ts'
import { showDate } from '../fields/calendar-date.ts'
import { holdsOn } from '../fields/day-count.ts'
import { type Appointment, appointmentSpan, healthLines, type License, licenseSpan } from './agent-credentials.ts'

/** Facts about an agent that decide what they may sell; read by `findAuthority` of the server. */
export interface SellingAgent {
  /** Status id; 1 is Active. */
  statusId: number
  statusName: string
  npn: string | null
  licenses: readonly License[]
  appointments: readonly Appointment[]
  cms: CmsRecord
}

/**
 * Sale to check. Without a carrier, appointments are not checked; without a state, neither licenses nor appointments.
 */
export interface Sale {
  carrier?: { id: number; name: string } | undefined
  /** Code and name, such as 'FL' and 'Florida'. */
  state?: { code: string; name: string } | undefined
  /** YYYY-MM-DD. */
  date: string
  /** Year of the coverage, for which agents register with CMS; the year of `date` without it. */
  planYear?: number | undefined
}

export interface Authority {
  may: boolean
  /** All reasons against the sale, as sentences; empty when it is allowed. */
  reasons: string[]
  /** What is not known, as sentences; it forbids nothing. */
  unknown: string[]
}

export const activeAgent = 1

/** A National Producer Number has 1 to 10 digits. */
export function isNpn(npn: string | null | undefined): boolean {
  return /^\d{1,10}$/.test(npn ?? '')
}

/**
 * Whether an agent may sell health insurance of a carrier in a state on a day: active, with an NPN, a health license of
 * the state and the carrier's appointment there, each valid on that day, and nothing against it in CMS's lists. Returns all
 * reasons against it.
 */
export function maySell(agent: SellingAgent, sale: Sale): Authority {
  const cms = cmsFindings(agent.npn, agent.cms, sale)
  const reasons = [
    ...personReasons(agent),
    ...licenseReasons(agent, sale),
    ...appointmentReasons(agent, sale),
    ...cms.reasons,
  ]
  return { may: reasons.length === 0, reasons, unknown: cms.unknown }
}

function personReasons({ statusId, statusName, npn }: SellingAgent): string[] {
  const reasons: string[] = []
  if (statusId !== activeAgent) reasons.push(`The agent is not active (${statusName})`)
  if (npn === null || npn === '') reasons.push('The agent has no NPN')
  else if (!isNpn(npn)) reasons.push(`${npn} is not an NPN, which has 1 to 10 digits`)
  return reasons
}

function licenseReasons({ licenses }: SellingAgent, { state, date }: Sale): string[] {
  if (!state) return []
  const fitting = licenses.filter((license) => license.state === state.code && healthLines.includes(license.line))
  const what = `health license in ${state.name}`
  return whyNot(fitting.map(licenseSpan), date, {
    none: `No ${what}`,
    ended: (day) => `The ${what} expired on ${showDate(day)}`,
    begins: (day) => `The ${what} begins on ${showDate(day)}`,
  })
}

function appointmentReasons({ appointments }: SellingAgent, { carrier, state, date }: Sale): string[] {
  if (!carrier || !state) return []
  const fitting = appointments.filter(
    (appointment) => appointment.state === state.code && appointment.carrierId === carrier.id,
  )
  const what = `appointment with ${carrier.name} in ${state.name}`
  return whyNot(fitting.map(appointmentSpan), date, {
    none: `No ${what}`,
    ended: (day) => `The ${what} ended on ${showDate(day)}`,
    begins: (day) => `The ${what} begins on ${showDate(day)}`,
  })
}

/** Reason why no span covers the day: the last that ended before it, or else the first that begins after it. */
function whyNot(
  spans: readonly { first: string; last: string | null }[],
  date: string,
  words: { none: string; ended(day: string): string; begins(day: string): string },
): string[] {
  if (spans.some((span) => holdsOn(span, date))) return []
  const [ended] = spans
    .flatMap(({ last }) => (last !== null && last < date ? [last] : []))
    .sort()
    .reverse()
  if (ended !== undefined) return [words.ended(ended)]
  const [begins] = spans.map(({ first }) => first).sort()
  return [begins === undefined ? words.none : words.begins(begins)]
}
