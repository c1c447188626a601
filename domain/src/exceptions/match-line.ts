import type { MonthCount } from '../expected/month-count.ts'
import { compareNames, differInGeneration, isSamePerson, nameWords, type PersonName } from './compare-names.ts'

/** Rules that find the policy of a line, in their order. 'spelling': its number, written differently. Lines of agents have none. */
export const matchRules = ['resolution', 'ignored', 'number', 'spelling', 'member', 'exchange', 'name'] as const
export type MatchRule = (typeof matchRules)[number]

/** Why a line is an exception. */
export const exceptionReasons = ['notLoaded', 'nameDiffers', 'numberReused', 'birthDateDiffers', 'twoPolicies'] as const
export type ExceptionReason = (typeof exceptionReasons)[number]

/** Statement line as its file says it. */
export interface MatchedLine {
  /** As the file says it; some carriers write the id of the member or of the exchange there. */
  number: string
  name: string | null
  dob: string | null
  memberId: string | null
  exchangeId: string | null
  /** Policy month. */
  month: MonthCount
}

/** Insured of a policy, from a book's month on; null: since before any book. */
export interface Insured extends PersonName {
  book: MonthCount | null
  dob: string | null
}

/** Policy of the line's carrier that may be the line's, with what the database compared. */
export interface MatchCandidate {
  policyId: number
  /** 'without zeros': the policy's number begins with zeros that the line's lacks. */
  number: 'same' | 'spelled differently' | 'without zeros' | 'different'
  /** Oldest first; the last one is the present one. */
  insureds: readonly Insured[]
  memberId: string | null
  exchangeId: string | null
  /** Covers the line's policy month. */
  isInForce: boolean
  /** The line names no NPN, or that of the agent of record. */
  isAgentOfRecord: boolean
}

export type LineMatch =
  | { policyId: number; rule: MatchRule; confidence: number }
  | { policyId: null; exception: ExceptionReason }

const exception = (reason: ExceptionReason): LineMatch => ({ policyId: null, exception: reason })

/**
 * Policy of a line without a remembered resolution (rules 2 to 6 of money.md, section 6). The order of loads does not matter: the
 * result follows from the line and the policies that exist. Two candidates, two birth dates and two generations are never joined.
 */
export function matchLine(line: MatchedLine, candidates: readonly MatchCandidate[]): LineMatch {
  const exact = candidates.filter(({ number }) => number === 'same')
  const byNumber = exact.length > 0 ? exact : candidates.filter(({ number }) => number === 'spelled differently')
  if (byNumber.length > 1) return exception('twoPolicies')
  const [numbered] = byNumber
  if (numbered) return byNumberOf(line, numbered)
  return (
    byId(line, candidates, 'member', ({ memberId }) => line.memberId !== null && isSameId(memberId, line.memberId)) ??
    byId(
      line,
      candidates,
      'exchange',
      ({ exchangeId }) => line.exchangeId !== null && isSameId(exchangeId, line.exchangeId),
    ) ??
    byName(line, candidates) ??
    byNumberAsId(line, candidates) ??
    exception('notLoaded')
  )
}

const isSameId = (one: string | null, other: string) => one !== null && idKey(one) === idKey(other)
const idKey = (id: string) => id.toUpperCase().replace(/[\s'’-]/g, '')

function byNumberOf(line: MatchedLine, candidate: MatchCandidate): LineMatch {
  const conflict = conflictOf(line, candidate) ?? reuseOf(line, candidate)
  if (conflict) return exception(conflict)
  return {
    policyId: candidate.policyId,
    rule: candidate.number === 'same' ? 'number' : 'spelling',
    confidence: candidate.isInForce && candidate.isAgentOfRecord ? 100 : 95,
  }
}

function byId(
  line: MatchedLine,
  candidates: readonly MatchCandidate[],
  rule: 'member' | 'exchange',
  isSame: (candidate: MatchCandidate) => boolean,
): LineMatch | undefined {
  const found = candidates.filter((candidate) => candidate.isInForce && isSame(candidate))
  const [only, second] = found
  if (!only) return undefined
  if (second) return exception('twoPolicies')
  const conflict = conflictOf(line, only)
  return conflict ? exception(conflict) : { policyId: only.policyId, rule, confidence: 90 }
}

/** A number that no policy has is an id of the only one with such an id, unless the line names another insured. */
function byNumberAsId(line: MatchedLine, candidates: readonly MatchCandidate[]): LineMatch | undefined {
  const isNamed = (candidate: MatchCandidate) => {
    const insured = insuredIn(candidate, line.month)
    return (
      line.name === null || (insured !== undefined && ['same', 'initial'].includes(compareNames(line.name, insured)))
    )
  }
  const named = candidates.filter(isNamed)
  return (
    byId(line, named, 'member', ({ memberId }) => isSameId(memberId, line.number)) ??
    byId(line, named, 'exchange', ({ exchangeId }) => isSameId(exchangeId, line.number))
  )
}

function byName(line: MatchedLine, candidates: readonly MatchCandidate[]): LineMatch | undefined {
  const { name, dob } = line
  if (name === null || dob === null) return undefined
  const found = candidates.filter((candidate) => {
    const insured = insuredIn(candidate, line.month)
    return candidate.isInForce && insured?.dob === dob && compareNames(name, insured) === 'same'
  })
  const [only, second] = found
  if (!only) return undefined
  return second ? exception('twoPolicies') : { policyId: only.policyId, rule: 'name', confidence: 85 }
}

/** Two birth dates, or Jr and Sr: never the same person. */
function conflictOf(line: MatchedLine, candidate: MatchCandidate): ExceptionReason | undefined {
  const insured = insuredIn(candidate, line.month)
  if (!insured) return undefined
  if (line.dob !== null && insured.dob !== null && line.dob !== insured.dob) return 'birthDateDiffers'
  const words = [insured.firstName, insured.lastName].flatMap(nameWords)
  return line.name !== null && differInGeneration(nameWords(line.name), words) ? 'nameDiffers' : undefined
}

/** A number that belonged to several persons needs the name, or the birth date, of the one in the line's month. */
function reuseOf(line: MatchedLine, candidate: MatchCandidate): ExceptionReason | undefined {
  if (!isReused(candidate.insureds)) return undefined
  const insured = insuredIn(candidate, line.month)
  if (line.name === null) return line.dob !== null && line.dob === insured?.dob ? undefined : 'numberReused'
  const agreement = insured ? compareNames(line.name, insured) : 'different'
  return agreement === 'same' || agreement === 'initial' ? undefined : 'nameDiffers'
}

/** Whether a number belonged to several persons. */
export function isReused(insureds: readonly Insured[]): boolean {
  return insureds.some((one) => insureds.some((other) => !isSamePerson(one, other)))
}

/** Insured of the policy in a month: as the last book up to it says, else the first. */
export function insuredIn({ insureds }: Pick<MatchCandidate, 'insureds'>, month: MonthCount): Insured | undefined {
  return insureds.findLast(({ book }) => book === null || book <= month) ?? insureds[0]
}

/** Confidence in percent that a candidate is the line's policy, as a person sees it, and what it follows from. */
export interface CandidateScore {
  confidence: number
  why: string
}

/** A spreadsheet took the zeros from the line's number. */
export const numberWithoutZeros = 'number without its zeros'

/** Name-only, similar names and numbers without zeros are candidates, and never match by themselves (rule 7). Null: no candidate. */
export function scoreCandidate(line: MatchedLine, candidate: MatchCandidate): CandidateScore | null {
  const insured = insuredIn(candidate, line.month)
  const agreement = line.name === null || !insured ? 'different' : compareNames(line.name, insured)
  if (candidate.number === 'same' || candidate.number === 'spelled differently') {
    const isSure = candidate.isInForce && candidate.isAgentOfRecord
    return { confidence: isSure ? 100 : 95, why: candidate.isAgentOfRecord ? 'number and agent' : 'number' }
  }
  if (line.memberId !== null && isSameId(candidate.memberId, line.memberId)) return { confidence: 90, why: 'member id' }
  if (line.exchangeId !== null && isSameId(candidate.exchangeId, line.exchangeId))
    return { confidence: 90, why: 'exchange id' }
  if (agreement === 'same' && line.dob !== null && insured?.dob === line.dob)
    return { confidence: 85, why: 'name and birth date' }
  if (candidate.number === 'without zeros')
    return { confidence: line.name !== null && agreement === 'different' ? 40 : 80, why: numberWithoutZeros }
  if (agreement === 'same') return { confidence: 60, why: 'name only' }
  return agreement === 'different' ? null : { confidence: 40, why: 'similar name only' }
}
