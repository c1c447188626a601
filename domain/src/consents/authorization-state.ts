import { samePerson } from './same-person.ts'

/** A code that the exchange sent to a client, and what became of it. Times are ISO texts. */
export interface AuthorizationRecord {
  /** Full name of the client when the code was sent. */
  applicant: string
  planYear: number
  agentId: number
  /** End of the code. */
  expires: string
  authorizedDate: string | null
  /** Last day of the authorization. */
  validUntil: string | null
}

/** What an authorization must hold for. */
export interface AuthorizationWanted {
  now: string
  today: string
  /** Name of the client now. */
  person: string
  planYear: number
  /** The agent in whose name it is submitted. */
  agentId: number | null
  /** Whether the exchange asks for it today. */
  isAsked: boolean
}

export const authorizationStates = ['not-asked', 'none', 'sent', 'valid', 'ended', 'other-agent', 'no-agent'] as const
export type AuthorizationState = (typeof authorizationStates)[number]

/** The authorization of this agent by this client for this plan year. `records` are newest first. */
export function validAuthorization<R extends AuthorizationRecord>(
  records: readonly R[],
  wanted: AuthorizationWanted,
): R | undefined {
  return ofWanted(records, wanted).find((record) => record.agentId === wanted.agentId && holds(record, wanted.today))
}

/** State of the client's authorization. `records` are newest first. */
export function authorizationState(
  records: readonly AuthorizationRecord[],
  wanted: AuthorizationWanted,
): AuthorizationState {
  if (!wanted.isAsked) return 'not-asked'
  if (wanted.agentId === null) return 'no-agent'
  if (validAuthorization(records, wanted)) return 'valid'
  const ofYear = ofWanted(records, wanted)
  const ofAgent = ofYear.filter(({ agentId }) => agentId === wanted.agentId)
  if (openCode(records, wanted)) return 'sent'
  if (ofAgent.some(({ authorizedDate }) => authorizedDate !== null)) return 'ended'
  return ofYear.some((record) => holds(record, wanted.today)) ? 'other-agent' : 'none'
}

/** The newest code, if the client can still use it. `records` are newest first. */
export function openCode<R extends AuthorizationRecord>(
  records: readonly R[],
  wanted: AuthorizationWanted,
): R | undefined {
  const [newest] = ofWanted(records, wanted).filter(({ agentId }) => agentId === wanted.agentId)
  return newest && newest.authorizedDate === null && newest.expires > wanted.now ? newest : undefined
}

function ofWanted<R extends AuthorizationRecord>(
  records: readonly R[],
  { person, planYear }: AuthorizationWanted,
): readonly R[] {
  return records.filter((record) => record.planYear === planYear && samePerson(record.applicant, person))
}

const holds = ({ authorizedDate, validUntil }: AuthorizationRecord, today: string) =>
  authorizedDate !== null && validUntil !== null && today <= validUntil

/** Why a submission is refused, and what to do, by state. */
export const authorizationProblems: Record<Exclude<AuthorizationState, 'valid' | 'not-asked'>, string> = {
  none: 'The exchange asks the client to authorize the agent for this plan year. Send the client a code first.',
  sent: 'The client has not authorized the agent yet. Enter the code that the client received.',
  ended: "The client's authorization of the agent has ended. Send the client a new code first.",
  'other-agent': 'The client authorized another agent for this plan year. Send the client a code for this agent first.',
  'no-agent': 'The exchange asks the client to authorize an agent. Assign an agent to this application first.',
}
