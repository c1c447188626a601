import { HeadingMapping, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { ImportJob } from '../platform/imports/import-definition.ts'
import { parseJsonParam } from './parse-json-param.ts'

/** Job of a file that is read as it is and holds all records. */
export const plainReading = {
  values: {},
  headingLine: null,
  part: null,
  confirmedMissing: null,
  setsBack: false,
  keepsEmpty: false,
} satisfies Partial<ImportJob>

/** How the user reads the file: headings, values and the line of the headings. */
export function readingOf(input: {
  mapping?: string | undefined
  values?: string | undefined
  headingLine?: number | undefined
}): Pick<ImportJob, 'mapping' | keyof typeof plainReading> {
  return {
    ...plainReading,
    mapping: input.mapping === undefined ? null : parseJsonParam(HeadingMapping, input.mapping, 'mapping'),
    values: input.values === undefined ? {} : parseJsonParam(ValueMapping, input.values, 'values'),
    headingLine: input.headingLine ?? null,
  }
}
