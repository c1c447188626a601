import type { DatedTerms } from './carrier-terms.ts'
import type { MonthCount } from './month-count.ts'
import type { ScheduleRow } from './schedule-row.ts'

/** State of a policy according to a carrier's file, until the next version. */
export interface BookVersion {
  /** Month of the file; null for policies older than any file. */
  book: MonthCount | null
  isMissing: boolean
  status: string
  effective: string | null
  term: string | null
  members: number | null
  /** Whole cents. */
  premium: number | null
  plan: string | null
  state: string | null
  /** False if the file says that no commission is paid for the policy, from the file's month on. */
  isEligible: boolean
}

/** Agent of record according to the carrier's files, from a day to the day before the next one. */
export interface Holder {
  from: string | null
  until: string | null
  npn: string | null
  agentId: number | null
}

/** Line of a statement that is matched to the policy. */
export interface ReceivedLine {
  id: number
  statement: MonthCount
  /** As the file says it. */
  policyMonth: MonthCount | null
  /** Whole cents. */
  amount: number
  kind: string
  /** As the file says it. */
  npn: string | null
  /** Normalized like policy numbers; null if the file has none. */
  memberId: string | null
  /** Hash of its file. */
  file: string
  line: number
}

/** A policy with all inputs of its expected and received amounts. */
export interface PolicyFacts {
  id: number
  /** Oldest first; the last is that of the newest file. */
  versions: readonly BookVersion[]
  holders: readonly Holder[]
  /**
   * First day of the first known agent of record, if the carrier's files give one; any agent before that is unknown.
   */
  agentBegan: string | null
  paidThrough: string | null
  /** The insured pays a part of the premium. */
  isBilled: boolean
  /** A tax credit pays another part. */
  hasCredit: boolean
  lines: readonly ReceivedLine[]
  /** The person who had the number before this person's first month, with the versions of that time (decision 311). */
  before?: Omit<PolicyFacts, 'lines'>
}

/** A carrier's terms, files and statements so far. */
export interface CarrierFacts {
  rows: readonly ScheduleRow[]
  terms: DatedTerms
  disputeDays: number
  /** Months of its files of policies. */
  books: readonly MonthCount[]
  newestBook: MonthCount | null
  /** Lines by statement month. */
  statements: ReadonlyMap<MonthCount, number>
  /** The latest date in a statement's files. */
  statementDates: ReadonlyMap<MonthCount, string>
  /** Earlier statements are not compared (decision 160). */
  firstStatement: MonthCount | null
  /** Includes statements confirmed as whole. */
  newestStatement: MonthCount | null
  /** Statements that a person confirmed as whole (rule 8). */
  confirmedStatements: ReadonlySet<MonthCount>
  /** By line id: how many equal lines a user confirmed as right. */
  confirmedLines: ReadonlyMap<number, number>
  /** Its files have paid-through dates. */
  tellsPaid: boolean
}
