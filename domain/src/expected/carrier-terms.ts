import type { MonthCount } from './month-count.ts'

/** Terms of a carrier from a month until the next ones. */
export interface CarrierTerms {
  /** Null: from the beginning. */
  first: MonthCount | null
  /** Months between the month of coverage and its statement, for statements from `first` on. */
  arrears: number
  /** A policy is new for the calendar year of its first month, or for twelve months. */
  newPeriod: 'year' | 'twelve'
  /** Whole cents. */
  tolerance: number
  /** Days from the first of an unpaid month to the end of coverage, for policies without a tax credit. */
  graceDays: number
}

/** All terms of a carrier, oldest first; the first entry has no month. */
export type DatedTerms = readonly [CarrierTerms, ...CarrierTerms[]]

/** Terms in effect in a month of coverage or of a statement. */
export function termsIn(terms: DatedTerms, month: MonthCount): CarrierTerms {
  return terms.findLast(({ first }) => first === null || first <= month) ?? terms[0]
}

/** Rule 11: the month of coverage that a statement pays, by the arrears of the statement's month. */
export function monthPaidBy(terms: DatedTerms, statement: MonthCount): MonthCount {
  return statement - termsIn(terms, statement).arrears
}

/**
 * Rule 8: the first statement that pays this month or a later one. When arrears get shorter, some months are paid by no
 * statement of their own and are due with the first that pays a later month. When arrears get longer, two statements
 * pay one month, which is due with the first.
 */
export function statementThatPays(terms: DatedTerms, month: MonthCount): MonthCount {
  let statement = month
  while (monthPaidBy(terms, statement) < month) statement++
  return statement
}
