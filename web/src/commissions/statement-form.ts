import type { csvFormats, StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import { z } from 'zod'

/** Whose statement of which month; '' for what is not chosen. */
export interface PeriodForm {
  carrierId: number | ''
  month: number | ''
  year: number | ''
}

/** Load: a statement and its file; the last two are asked only where the file makes it necessary. */
export interface LoadForm extends PeriodForm {
  csvFormat: (typeof csvFormats)[number] | ''
  file: File | null
  loadGoodRows: boolean
  onTop: boolean
}

export const emptyPeriod: PeriodForm = { carrierId: '', month: '', year: '' }
export const emptyLoad: LoadForm = { ...emptyPeriod, csvFormat: '', file: null, loadGoodRows: false, onTop: false }

/** A form that is whole. */
type Whole<Form> = { [Name in keyof Form]: Exclude<Form[Name], '' | null> }

const labels: Readonly<Record<string, string>> = {
  carrierId: 'Carrier',
  csvFormat: 'CSV format',
  month: 'Month',
  year: 'Year',
  file: 'File',
}

/** The names of what is still missing of a form. */
export function missingOf(form: object): string[] {
  return Object.entries(form).flatMap(([name, value]) => (value === '' || value === null ? [name] : []))
}

/** Whether nothing is missing. */
export function isWhole<Form extends object>(form: Form): form is Form & Whole<Form> {
  return missingOf(form).length === 0
}

function requiring<Form extends object>() {
  return z.custom<Form>().transform((form, context): Form & Whole<Form> => {
    if (isWhole(form)) return form
    for (const name of missingOf(form))
      context.addIssue({ code: 'custom', path: [name], message: `${labels[name]} is required` })
    return z.NEVER
  })
}

/** Each missing one blocks the deletion (STMT-11), and the upload (STMT-09). */
export const PeriodSchema = requiring<PeriodForm>()
export const LoadSchema = requiring<LoadForm>()

export const periodOf = ({ carrierId, month, year }: Whole<PeriodForm>): StatementPeriod => ({ carrierId, month, year })
