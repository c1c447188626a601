import type { ImportRun, UnknownValue } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { fieldLabel } from '../file-kind.ts'
import css from '../load-policies.module.css'

/** Values of a field that are named in its notice. */
const shown = 3

/** Values that can't be read and are left out, a notice for each field. */
export function LeftOut({ run: { kind, leftOut } }: { run: Pick<ImportRun, 'kind' | 'leftOut'> }) {
  const fields = [...new Set(leftOut.map(({ field }) => field))]
  if (fields.length === 0) return null
  return (
    <div className={css.problems}>
      {fields.map((field) => (
        <NoticeLine key={field} tone="amber">
          {wordsOf(
            fieldLabel(kind, field) ?? field,
            leftOut.filter((value) => value.field === field),
          )}
        </NoticeLine>
      ))}
    </div>
  )
}

/** 'Phone: 1 row has a value that can't be read: “555-12”. The row is loaded without it; a stored value stays.' */
function wordsOf(label: string, values: readonly UnknownValue[]): string {
  const rows = values.reduce((sum, value) => sum + value.rows, 0)
  const examples = values.slice(0, shown).map(({ value }) => `“${value}”`)
  return `${label}: ${showCount(rows)} ${rows === 1 ? 'row has a value' : 'rows have values'} that can't be read${
    values.length > shown ? ', such as' : ':'
  } ${examples.join(', ')}. ${rows === 1 ? 'The row is loaded without it; a stored value stays.' : 'The rows are loaded without them; stored values stay.'}`
}
