import type { csvFormats, StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import { z } from 'zod'

/** Carrier and period of a statement; '' for unset values. */
export interface PeriodForm {
  carrierId: number | ''
  month: number | ''
  year: number | ''
}

/** Form of Load; `loadGoodRows` and `additive` appear only if the file requires a decision. */
export interface LoadForm extends PeriodForm {
  csvFormat: (typeof csvFormats)[number] | ''
  file: File | null
  loadGoodRows: boolean
  onTop: boolean
}

export const emptyPeriod: PeriodForm = { carrierId: '', month: '', year: '' }
export const emptyLoad: LoadForm = { ...emptyPeriod, csvFormat: '', file: null, loadGoodRows: false, onTop: false }

/** Form with all values set. */
type Complete<Form> = { [Name in keyof Form]: Exclude<Form[Name], '' | null> }

const labels: Readonly<Record<string, string>> = {
  carrierId: 'Carrier',
  csvFormat: 'CSV format',
  month: 'Month',
  year: 'Year',
  file: 'File',
}

/** Labels of the missing values. */
export function missingOf(form: object): string[] {
  return Object.entries(form).flatMap(([name, value]) => (value === '' || value === null ? [name] : []))
}

export function isComplete<Form extends object>(form: Form): form is Form & Complete<Form> {
  return missingOf(form).length === 0
}

function requiring<Form extends object>() {
  return z.custom<Form>().transform((form, context): Form & Complete<Form> => {
    if (isComplete(form)) return form
    for (const name of missingOf(form))
      context.addIssue({ code: 'custom', path: [name], message: `${labels[name]} is required` })
    return z.NEVER
  })
}

/** Requires all values before a deletion (STMT-11) or an upload (STMT-09). */
export const PeriodSchema = requiring<PeriodForm>()
export const LoadSchema = requiring<LoadForm>()

export const periodOf = ({ carrierId, month, year }: Complete<PeriodForm>): StatementPeriod => ({
  carrierId,
  month,
  year,
})
