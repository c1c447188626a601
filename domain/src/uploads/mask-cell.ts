import { maskNumbers } from '../fields/mask-numbers.ts'
import { numberNameOf } from '../fields/number-names.ts'
import type { FieldKind, FileField } from './file-shape.ts'

/** Kinds of which nine digits are a proper value. */
const digitKinds: ReadonlySet<FieldKind> = new Set(['digits', 'zip', 'amount'])
/** Kinds whose readers refuse what only a personal number can be. */
const typedKinds: ReadonlySet<FieldKind> = new Set([
  ...digitKinds,
  ...(['date', 'integer', 'phone', 'state', 'choice', 'month', 'year', 'period'] as const),
])

/**
 * The name by which the digits in a column are judged: its heading when that says personal numbers, whatever field it
 * feeds; then the field, then the heading.
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

/** Whether a cell must be masked before it is read: typed readers refuse such numbers by themselves. */
export function mayHoldPersonalNumber(heading: string, field: FileField): boolean {
  return !typedKinds.has(field.kind) || numberNameOf(heading) === 'personal'
}
