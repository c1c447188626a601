import type { ConsentScope } from '../platform/consent-rule.ts'
import { samePerson } from './same-person.ts'

/** One request for a client's consent and what became of it. Times are ISO texts, `endsOn` is a date. */
export interface ConsentRecord {
  /** Full name of the client, as the text names it. */
  applicant: string
  scopes: readonly ConsentScope[]
  /** The one agent whom the client allows to help; null for all agents of the agency. */
  onlyAgentId: number | null
  expires: string
  isReplaced: boolean
  signedDate: string | null
  /** First day on which the consent is no longer valid. */
  endsOn: string | null
  revokedDate: string | null
}

/** What a consent must hold for. */
export interface ConsentWanted {
  now: string
  today: string
  /** Name of the client now. */
  person: string
  /** Agents who work on it: the one who is signed in, and the one of the application, in whose name it is sent. */
  agentIds: readonly number[]
  /** What is about to be done; absent to ask for the state in general. */
  scope?: ConsentScope
}

export const consentStates = [
  'none',
  'requested',
  'valid',
  'ended',
  'revoked',
  'other-person',
  'other-agent',
  'out-of-scope',
] as const
export type ConsentState = (typeof consentStates)[number]

/**
 * Consent that allows the agency to work on an application: signed, not ended, and signed after the client's last
 * revocation, which ends all earlier consents; for this person, agent and scope. `records` are newest first.
 */
export function validConsent<R extends ConsentRecord>(records: readonly R[], wanted: ConsentWanted): R | undefined {
  return unrevoked(records, wanted.today).find((record) => problemOf(record, wanted) === null)
}

/** The newest consent that can be revoked, for any person, agent and scope. `records` are newest first. */
export function revocable<R extends ConsentRecord>(records: readonly R[], today: string): R | undefined {
  return unrevoked(records, today)[0]
}

/** State of an application's consent. `records` are newest first. */
export function consentState(records: readonly ConsentRecord[], wanted: ConsentWanted): ConsentState {
  if (validConsent(records, wanted)) return 'valid'
  if (records.some((record) => isOpen(record, wanted))) return 'requested'
  const [newest] = unrevoked(records, wanted.today)
  if (newest) return problemOf(newest, wanted) ?? 'valid'
  const signed = records.filter(({ signedDate }) => signedDate !== null)
  if (signed.length === 0) return 'none'
  const revoked = lastRevocation(signed)
  return revoked !== null && signed.every(({ signedDate }) => (signedDate ?? '') <= revoked) ? 'revoked' : 'ended'
}

/** Name in a consent that would be valid if it named the client of now; null if there is none. */
export function otherPerson(records: readonly ConsentRecord[], wanted: ConsentWanted): string | null {
  if (validConsent(records, wanted)) return null
  const other = unrevoked(records, wanted.today).find((record) => problemOf(record, wanted) === 'other-person')
  return other?.applicant ?? null
}

/** Why a consent that is neither ended nor revoked does not count. */
function problemOf(
  { applicant, onlyAgentId, scopes }: ConsentRecord,
  { person, agentIds, scope }: ConsentWanted,
): 'other-person' | 'other-agent' | 'out-of-scope' | null {
  if (!samePerson(applicant, person)) return 'other-person'
  if (onlyAgentId !== null && !isOnly(onlyAgentId, agentIds)) return 'other-agent'
  return scope !== undefined && !scopes.includes(scope) ? 'out-of-scope' : null
}

const isOnly = (agentId: number, agentIds: readonly number[]) =>
  agentIds.length > 0 && agentIds.every((one) => one === agentId)

/** Whether the client can still sign it, for the application as it is now. */
function isOpen(record: ConsentRecord, wanted: ConsentWanted): boolean {
  const { signedDate, isReplaced, expires } = record
  return signedDate === null && !isReplaced && expires > wanted.now && problemOf(record, wanted) === null
}

function unrevoked<R extends ConsentRecord>(records: readonly R[], today: string): readonly R[] {
  const revoked = lastRevocation(records)
  return records.filter(
    ({ signedDate, endsOn }) =>
      signedDate !== null && endsOn !== null && endsOn > today && (revoked === null || signedDate > revoked),
  )
}

/** Time of a client's last revocation; null without one. */
export function lastRevocation(records: readonly ConsentRecord[]): string | null {
  return records.reduce<string | null>(
    (last, { revokedDate }) => (revokedDate !== null && (last === null || revokedDate > last) ? revokedDate : last),
    null,
  )
}

/** Why an action on the application is refused, and what to do, by state. */
export const consentProblems: Record<Exclude<ConsentState, 'valid'>, string> = {
  none: 'The client has not given consent yet. Request it before you continue.',
  requested: 'The client has not signed the consent yet. Continue when it is signed.',
  ended: "The client's consent has ended. Request it again before you continue.",
  revoked: 'The client revoked the consent. Request it again before you continue.',
  'other-person': 'The consent names another person than the application. Request it again before you continue.',
  'other-agent': 'The client allows another agent only. Request consent for yourself before you continue.',
  'out-of-scope': 'The client did not allow this. Request consent for it before you continue.',
}
