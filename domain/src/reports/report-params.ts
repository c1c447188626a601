import { z } from 'zod'
import type { FailureDetail } from '../failure.ts'
import { isCalendarDate, showDate } from '../fields/calendar-date.ts'
import { readNumber, showNumber } from '../fields/number-format.ts'

/** Types of report parameters. */
export const reportParamTypes = ['text', 'number', 'date', 'boolean', 'list'] as const

/**
 * Report parameter as data (REPORT-03, REPORT-06). `format` is the format string of a number, or MM/DD/YYYY for a date;
 * `values` are the choices of a list. Required unless it has a `default`.
 */
export const ReportParam = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(reportParamTypes),
  format: z.string().nullable(),
  values: z.array(z.object({ value: z.string(), name: z.string() })).nullable(),
  default: z.string().nullable(),
})
export type ReportParam = z.infer<typeof ReportParam>

/** Maximum length of a text parameter. */
const maxTextLength = 100

/**
 * Parses report parameters from the plain text of a form or a call: a number as "1234.5", a date as YYYY-MM-DD, a
 * boolean as true or false. Missing values get their default. Reports all problems.
 */
export function readParams(
  params: readonly ReportParam[],
  given: Readonly<Record<string, string | undefined>>,
): { values: Record<string, string>; problems: FailureDetail[] } {
  const problems: FailureDetail[] = Object.keys(given)
    .filter((name) => !params.some((param) => param.name === name))
    .map((name) => ({ path: name, message: 'Unknown' }))
  const values: Record<string, string> = {}
  for (const param of params) {
    const text = given[param.name]?.trim() ?? ''
    const read = text === '' ? givenDefault(param) : readParam(param, text)
    if (typeof read === 'string') values[param.name] = read
    else problems.push({ path: param.name, message: read.problem })
  }
  return { values, problems }
}

type Read = string | { problem: string }

const givenDefault = ({ default: standard }: ReportParam): Read => standard ?? { problem: 'Required' }

function readParam({ type, format, values }: ReportParam, text: string): Read {
  switch (type) {
    case 'number':
      return readNumber(text, format ?? '0') ?? { problem: 'Not valid' }
    case 'date':
      return isCalendarDate(text) ? text : { problem: 'Must be valid date' }
    case 'boolean':
      return text === 'true' || text === 'false' ? text : { problem: 'Not valid' }
    case 'list':
      return values?.some(({ value }) => value === text) ? text : { problem: 'Not valid' }
    default:
      if (text.includes('\0')) return { problem: 'Not valid' }
      return text.length <= maxTextLength ? text : { problem: `At most ${maxTextLength} characters` }
  }
}

/** Parameter value as text under the report's title; '' for none. */
export function paramInWords({ type, format, values }: ReportParam, value: string, yesNo: [string, string]): string {
  if (type === 'number') return showNumber(value, format ?? '0')
  if (type === 'date') return showDate(value)
  if (type === 'boolean') return yesNo[value === 'true' ? 0 : 1]
  return type === 'list' ? (values?.find((choice) => choice.value === value)?.name ?? value) : value
}
