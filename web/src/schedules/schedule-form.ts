import { metals, productLines } from '@coverdesk/domain/expected/plan-scope.ts'
import { NewScheduleRow, type ScheduleRowOut } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { basisWords, businessWords } from '@coverdesk/domain/schedules/schedule-words.ts'
import { z } from 'zod'
import type { Choice } from '../ui/choices/choice.ts'

/** Form values; '' for unset fields. `appliesTo` is 'all', 'plan', or a scope with its value: 'metal silver'. */
export type ScheduleForm = {
  carrierId: number | ''
  states: string[]
  appliesTo: string
  planName: string
  business: string
  firstMonth: string
  lastMonth: string
  cohortFrom: string
  cohortTo: string
  membersFrom: string
  membersTo: string
  basis: string
  amount: string
  cap: string
  commissionable: boolean
  firstLag: string
  disputeDays: string
  source: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const scopeChoices: readonly Choice[] = [
  { value: 'all', label: 'All plans' },
  ...metals.map((metal) => ({ value: `metal ${metal}`, label: capital(metal) })),
  ...productLines.map((line) => ({ value: `line ${line}`, label: capital(line) })),
  { value: 'plan', label: 'One plan' },
]
const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
export const businessChoices: readonly Choice[] = choicesOf(businessWords)
export const basisChoices: readonly Choice[] = choicesOf(basisWords)

export function emptySchedule(carrierId: number | undefined, year: number): ScheduleForm {
  return {
    carrierId: carrierId ?? '',
    states: [],
    appliesTo: 'all',
    planName: '',
    business: 'both',
    firstMonth: `01/${year}`,
    lastMonth: `12/${year}`,
    cohortFrom: '',
    cohortTo: '',
    membersFrom: '',
    membersTo: '',
    basis: 'member',
    amount: '',
    cap: '',
    commissionable: true,
    firstLag: '0',
    disputeDays: '',
    source: '',
  }
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

export function formOfSchedule(row: ScheduleRowOut): ScheduleForm {
  return {
    carrierId: row.carrierId,
    states: row.states,
    appliesTo: row.scope === 'all' || row.scope === 'plan' ? row.scope : `${row.scope} ${row.scopeValue}`,
    planName: row.scope === 'plan' ? row.scopeValue : '',
    business: row.business,
    firstMonth: row.firstMonth,
    lastMonth: textOf(row.lastMonth),
    cohortFrom: textOf(row.cohortFrom),
    cohortTo: textOf(row.cohortTo),
    membersFrom: textOf(row.membersFrom),
    membersTo: textOf(row.membersTo),
    basis: row.basis,
    amount: row.amount,
    cap: textOf(row.cap),
    commissionable: row.commissionable,
    firstLag: String(row.firstLag),
    disputeDays: textOf(row.disputeDays),
    source: textOf(row.source),
  }
}

/** Converts form values to the call's input, and its problems to those of the form's fields. */
export const scheduleFormSchema = z.custom<ScheduleForm>().transform((form, context) => {
  const { appliesTo, planName, ...said } = form
  const [scope, ...value] = appliesTo.split(' ')
  const scopeValue = scope === 'plan' ? planName : value.join(' ')
  const call = NewScheduleRow.safeParse({ ...said, scope, scopeValue })
  for (const { path, message } of call.error?.issues ?? []) {
    const at = path[0] === 'scopeValue' ? ['planName'] : path.slice(0, 1)
    context.addIssue({ code: 'custom', path: at, message })
  }
  return call.success ? call.data : z.NEVER
})
