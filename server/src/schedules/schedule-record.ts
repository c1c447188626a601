import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { NewScheduleRow, ScheduleRowOut } from '@coverdesk/domain/schedules/schedule-contract.ts'
import {
  amountText,
  basisText,
  businessWords,
  monthsText,
  scopeWords,
  stateWords,
} from '@coverdesk/domain/schedules/schedule-words.ts'

/** Columns of a row that an edit may change. */
export function scheduleColumnsOf(said: Omit<NewScheduleRow, 'carrierId'>) {
  return {
    states: said.states,
    scope: said.scope,
    scope_value: said.scopeValue,
    business: said.business,
    first_month: firstOfMonth(said.firstMonth),
    last_month: said.lastMonth === null ? null : firstOfMonth(said.lastMonth),
    cohort_from: said.cohortFrom,
    cohort_to: said.cohortTo,
    members_from: said.membersFrom,
    members_to: said.membersTo,
    basis: said.basis,
    amount: said.amount,
    cap: said.basis === 'member' ? said.cap : null,
    commissionable: said.commissionable,
    first_lag: said.firstLag,
    dispute_days: said.disputeDays,
    source: said.source,
  }
}

const labels = {
  carrier: 'Carrier',
  states: 'States',
  plans: 'For',
  business: 'Business',
  months: 'Months',
  basis: 'Basis',
  amount: 'Amount',
  cohort: 'Effective dates',
  members: 'Family size',
  firstLag: 'Months to the first payment',
  disputeDays: 'Days to dispute',
  source: 'Source',
}

/** Changes of a row, field by field, in the words of its history. */
export function scheduleChanges(before: ScheduleRowOut | null, after: ScheduleRowOut): FieldChange[] {
  const nothing = Object.fromEntries(Object.keys(labels).map((name) => [name, null]))
  return fieldChanges<{ [name: string]: string | number | null }>(
    labels,
    before ? inWords(before) : nothing,
    inWords(after),
  )
}

const span = (from: string | number | null, to: string | number | null) =>
  from === null && to === null ? null : `${from ?? ''} – ${to ?? ''}`

function inWords(row: ScheduleRowOut): { [name in keyof typeof labels]: string | number | null } {
  return {
    carrier: row.carrierName,
    states: stateWords(row),
    plans: scopeWords(row),
    business: businessWords[row.business],
    months: monthsText(row),
    basis: basisText(row),
    amount: amountText(row),
    cohort: span(showDate(row.cohortFrom) || null, showDate(row.cohortTo) || null),
    members: span(row.membersFrom, row.membersTo),
    firstLag: row.firstLag,
    disputeDays: row.disputeDays,
    source: row.source,
  }
}
