import type { DatedTerms } from './carrier-terms.ts'
import type { MonthCount } from './month-count.ts'
import type { ScheduleRow } from './schedule-row.ts'

/** What a carrier's files said of a policy from one of them on, until the next version. */
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
  /** Unless the file says that no commission is paid for the policy; it speaks of its month and later ones. */
  isEligible: boolean
}

/** Agent of record by the carrier's files, from a day to the day before another. */
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
  /** As policy numbers are compared; null where the file says none. */
  memberId: string | null
  /** Hash of its file. */
  file: string
  line: number
}

/** A policy with all that its expected and received amounts follow from. */
export interface PolicyFacts {
  id: number
  /** Oldest first; the last one is what the newest file says. */
  versions: readonly BookVersion[]
  holders: readonly Holder[]
  /** Day on which the first known agent of record began, where the carrier's files say one; who was it before is not known. */
  agentBegan: string | null
  paidThrough: string | null
  /** The insured pays a part of the premium. */
  isBilled: boolean
  /** A tax credit pays another part. */
  hasCredit: boolean
  lines: readonly ReceivedLine[]
  /** Whose the number was before this person's first month, with the versions of that time (decision 311). */
  before?: Omit<PolicyFacts, 'lines'>
}

/** A carrier's terms and what came from it so far. */
export interface CarrierFacts {
  rows: readonly ScheduleRow[]
  terms: DatedTerms
  disputeDays: number
  /** Months of its files of policies. */
  books: readonly MonthCount[]
  newestBook: MonthCount | null
  /** Lines by statement month. */
  statements: ReadonlyMap<MonthCount, number>
  /** The last day that the files name of a statement. */
  statementDates: ReadonlyMap<MonthCount, string>
  /** Nothing is expected of statements before it (decision 160). */
  firstStatement: MonthCount | null
  /** Or confirmed as whole. */
  newestStatement: MonthCount | null
  /** Statements that a person confirmed as whole (rule 8). */
  confirmedStatements: ReadonlySet<MonthCount>
  /** By the id of a line: how many lines that equal it a person confirmed as right. */
  confirmedLines: ReadonlyMap<number, number>
  /** Its files say until when premiums are paid. */
  tellsPaid: boolean
}
