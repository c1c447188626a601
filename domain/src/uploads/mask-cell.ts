import { maskNumbers } from '../fields/mask-numbers.ts'
import { numberNameOf } from '../fields/number-names.ts'
import type { FieldKind, FileField } from './file-shape.ts'

/** Kinds whose readers take nothing that could be a personal number under another name. */
const typedKinds: ReadonlySet<FieldKind> = new Set([
  ...(['date', 'amount', 'integer', 'digits', 'phone', 'zip', 'state', 'choice', 'month', 'year', 'period'] as const),
])

/**
 * The name by which the digits in a column are judged: its heading when that says personal numbers, whatever field it
 * feeds; then the field, then the heading.
 */
function nameOfColumn(heading: string, field: FileField | null): string {
  if (field === null || numberNameOf(heading) === 'personal') return heading
  return typedKinds.has(field.kind) ? 'zip' : field.name
}

/** A cell with its personal numbers masked, as it may be stored or shown (P-61). */
export function maskCell(text: string, heading: string, field: FileField | null): string {
  return maskNumbers(text, nameOfColumn(heading, field))
}

/** Whether a cell must be masked before it is read: typed readers refuse such numbers by themselves. */
export function mayHoldPersonalNumber(heading: string, field: FileField): boolean {
  return !typedKinds.has(field.kind) || numberNameOf(heading) === 'personal'
}
