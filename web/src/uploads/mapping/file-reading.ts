import type { HeadingMapping, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'

/** How the user reads a file: besides its headings, its values and the line of its headings. */
export interface FileReading {
  choices: HeadingMapping
  values: ValueMapping
  /** Null: found by itself. */
  headingLine: number | null
}

export const asItIs: FileReading = { choices: {}, values: {}, headingLine: null }

/** Reading as sent to the server; parts without a choice are left out. */
export function readingSent({
  mapping,
  values,
  headingLine,
}: {
  mapping: HeadingMapping
  values: ValueMapping
  headingLine: number | null
}): { mapping?: string; values?: string; headingLine?: number } {
  return {
    ...(Object.keys(mapping).length > 0 ? { mapping: JSON.stringify(mapping) } : {}),
    ...(Object.keys(values).length > 0 ? { values: JSON.stringify(values) } : {}),
    ...(headingLine === null ? {} : { headingLine }),
  }
}

/** Values with one more meaning; null takes it back. */
export function withValue(values: ValueMapping, field: string, value: string, meaning: string | null): ValueMapping {
  const { [value]: _, ...others } = values[field] ?? {}
  const words = meaning === null ? others : { ...others, [value]: meaning }
  const { [field]: __, ...fields } = values
  return Object.keys(words).length > 0 ? { ...fields, [field]: words } : fields
}
