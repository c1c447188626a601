import type { CheckedRow } from '@coverdesk/domain/uploads/upload-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Missing } from '../ui/money-cell.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import css from './load-rows.module.css'
import { changeMark, fieldOf, showValue } from './policy-fields.ts'
import { RowScroll } from './row-scroll.tsx'
import { useCheckedRows } from './use-run-rows.ts'

const headings = [
  { name: 'Policy number' },
  { name: 'Insured' },
  { name: 'Field' },
  { name: 'Old' },
  { name: 'New', className: css.wide },
]

/** What would change, a line for each field, those of a policy together. `field` '' shows all fields. */
export function ChangedRows({ runId, field }: { runId: string; field: string }) {
  const source = useCheckedRows(runId, 'changed', field || undefined)
  const empty = field ? 'No policy changes in this field.' : 'No policy of the book changes.'
  return (
    <RowScroll label="Changes" headings={headings} source={source} empty={empty}>
      {(rows) => policiesOf(rows).map((policy) => <ChangedPolicy key={policy[0]?.key} lines={policy} />)}
    </RowScroll>
  )
}

/** Neighbouring lines of one policy, together. */
function policiesOf(rows: readonly CheckedRow[]): CheckedRow[][] {
  const policies: CheckedRow[][] = []
  for (const row of rows) {
    const last = policies.at(-1)
    if (last?.[0]?.key === row.key) last.push(row)
    else policies.push([row])
  }
  return policies
}

function ChangedPolicy({ lines }: { lines: readonly CheckedRow[] }) {
  return (
    <tbody className={css.policy}>
      {lines.map((line, index) => (
        <tr key={line.field}>
          {index === 0 ? (
            <>
              <th scope="rowgroup" rowSpan={lines.length} className={css.strong}>
                {line.key}
              </th>
              <td rowSpan={lines.length}>{line.label}</td>
            </>
          ) : null}
          <ChangedField line={line} />
        </tr>
      ))}
    </tbody>
  )
}

function ChangedField({ line }: { line: CheckedRow }) {
  const old = showValue(line.field, line.oldValue)
  const mark = changeMark(line)
  return (
    <>
      <td className={css.second}>{fieldOf(line.field)?.label ?? line.field}</td>
      <td className={css.second}>{old === null ? <Missing /> : <del>{old}</del>}</td>
      <td className={css.strong}>
        <span className={css.becomes}>
          <IconArrowRight size={14} stroke={1.75} aria-hidden />
          <VisuallyHidden>becomes </VisuallyHidden>
          <span>{showValue(line.field, line.newValue) ?? <Missing />}</span>
          {mark ? <StatusPill tone={mark.tone}>{mark.word}</StatusPill> : null}
        </span>
      </td>
    </>
  )
}
