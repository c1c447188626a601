import type { csvFormats, StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { z } from 'zod'
import { type PaidBefore, paidSent } from '../uploads/load-dialog/use-commission-form.ts'
import { type FileReading, readingSent } from '../uploads/mapping/file-reading.ts'

/** Carrier and period of a statement; '' for unset values. */
export interface PeriodForm {
  carrierId: number | ''
  month: number | ''
  year: number | ''
}

/** Form of Load; the parts below the file appear only if it requires a decision. */
export interface LoadForm extends PeriodForm, Omit<FileReading, 'headingLine'> {
  csvFormat: (typeof csvFormats)[number] | ''
  file: File | null
  loadGoodRows: boolean
  /** 0: found by itself. */
  headingLine: number
  paid: PaidBefore
}

export const emptyPeriod: PeriodForm = { carrierId: '', month: '', year: '' }
export const emptyLoad: LoadForm = {
  ...emptyPeriod,
  csvFormat: '',
  file: null,
  loadGoodRows: false,
  choices: {},
  values: {},
  headingLine: 0,
  paid: 'once',
}

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

/** Form as sent to the server, but for the file; `mapping` are the headings to submit. */
export function sentOf(form: Complete<LoadForm>, mapping: HeadingMapping) {
  const { csvFormat, loadGoodRows, paid, values, headingLine } = form
  return {
    ...periodOf(form),
    csvFormat,
    loadGoodRows,
    ...paidSent(paid),
    ...readingSent({ mapping, values, headingLine: headingLine === 0 ? null : headingLine }),
  }
}
