import type { CheckedRow, ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Missing } from '../../ui/basics/money-cell.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { fieldLabel, fileKind, sameRecord } from '../file-kind.ts'
import { changeMark } from '../policy-fields.ts'
import css from './load-rows.module.css'
import { RowScroll } from './row-scroll.tsx'
import { useCheckedRows } from './use-run-rows.ts'

const headingsOf = (kind: ImportKind) => [
  ...fileKind(kind).record.map((name) => ({ name })),
  { name: 'Field' },
  { name: 'Old' },
  { name: 'New', className: css.wide },
]

/** Changes by field, grouped by policy. `field` '' shows all fields. */
export function ChangedRows({ kind, runId, field }: { kind: ImportKind; runId: string; field: string }) {
  const source = useCheckedRows(kind, runId, 'changed', field || undefined)
  const { what } = fileKind(kind)
  const empty = field ? `No ${what} changes in this field.` : `No ${what} changes.`
  return (
    <RowScroll label="Changes" headings={headingsOf(kind)} source={source} empty={empty}>
      {(rows) =>
        recordsOf(rows).map((lines) => (
          <ChangedRecord key={`${lines[0]?.line} ${lines[0]?.key}`} kind={kind} lines={lines} />
        ))
      }
    </RowScroll>
  )
}

/** Groups adjacent lines of the same record. */
function recordsOf(rows: readonly CheckedRow[]): CheckedRow[][] {
  const records: CheckedRow[][] = []
  for (const row of rows) {
    const last = records.at(-1)
    if (last && sameRecord(last[0], row)) last.push(row)
    else records.push([row])
  }
  return records
}

function ChangedRecord({ kind, lines }: { kind: ImportKind; lines: readonly CheckedRow[] }) {
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
          <ChangedField kind={kind} line={line} />
        </tr>
      ))}
    </tbody>
  )
}

function ChangedField({ kind, line }: { kind: ImportKind; line: CheckedRow }) {
  const { show } = fileKind(kind)
  const old = show(line.field, line.oldValue)
  const mark = kind === 'policies' ? changeMark(line) : null
  return (
    <>
      <td className={css.second}>{fieldLabel(kind, line.field)}</td>
      <td className={css.second}>{old === null ? <Missing /> : <del>{old}</del>}</td>
      <td className={css.strong}>
        <span className={css.becomes}>
          <IconArrowRight size={14} stroke={1.75} aria-hidden />
          <VisuallyHidden>becomes </VisuallyHidden>
          <span>{show(line.field, line.newValue) ?? <Missing />}</span>
          {mark ? <StatusPill tone={mark.tone}>{mark.word}</StatusPill> : null}
        </span>
      </td>
    </>
  )
}
