import { maskNumbers } from '../fields/mask-numbers.ts'
import { numberNameOf } from '../fields/number-name.ts'
import type { FieldKind, FileField } from './file-shape.ts'

/** Kinds for which nine digits are a valid value. */
const digitKinds: ReadonlySet<FieldKind> = new Set(['digits', 'zip', 'amount'])
/** Kinds whose readers refuse personal numbers anyway. */
const typedKinds: ReadonlySet<FieldKind> = new Set([
  ...digitKinds,
  ...(['date', 'integer', 'phone', 'state', 'choice', 'month', 'year', 'period'] as const),
])

/**
 * Name that classifies the digits of a column: its heading if that indicates personal numbers, regardless of the field;
 * then the field, then the heading.
 */
function nameOfColumn(heading: string, field: FileField | null): string {
  if (field === null || numberNameOf(heading) === 'personal') return heading
  if (digitKinds.has(field.kind)) return 'amount'
  return typedKinds.has(field.kind) ? '' : field.name
}

/** A cell with its personal numbers masked, as it may be stored or shown (P-61). */
export function maskCell(text: string, heading: string, field: FileField | null): string {
  return maskNumbers(text, nameOfColumn(heading, field))
}

/** Whether cells must be masked before parsing; typed readers refuse such numbers anyway. */
export function mayHoldPersonalNumber(heading: string, field: FileField): boolean {
  return !typedKinds.has(field.kind) || numberNameOf(heading) === 'personal'
}
