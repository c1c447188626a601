import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { Missing } from '../../ui/basics/money-cell.tsx'
import { fieldLabel, fileKind } from '../file-kind.ts'
import css from './load-rows.module.css'
import { RowScroll } from './row-scroll.tsx'
import { useCheckedRows } from './use-run-rows.ts'

interface Props {
  kind: ImportKind
  runId: string
  outcome: 'new' | 'missing' | 'unchanged' | 'unmatched'
}

const isAmount = (shape: FileShape, name: string) =>
  shape.fields.find((field) => field.name === name)?.kind === 'amount'

/** Whole rows: new, unchanged, unmatched, or missing from the file. */
export function RecordRows({ kind, runId, outcome }: Props) {
  const source = useCheckedRows(kind, runId, outcome)
  const inFile = outcome !== 'missing'
  const { shape, show } = fileKind(kind)
  const preview = (shape.preview ?? []).map((field) => ({
    field,
    name: fieldLabel(kind, field) ?? field,
    className: isAmount(shape, field) ? css.amount : css.fact,
  }))
  const headings = [
    ...(inFile ? [{ name: 'Line', className: css.line }] : []),
    { name: fileKind(kind).record[0], className: css.number },
    { name: fileKind(kind).record[1] },
    ...preview,
    ...(outcome === 'unmatched' ? [{ name: 'Why' }] : []),
  ]
  return (
    <RowScroll {...fileKind(kind).rows[outcome]} headings={headings} source={source}>
      {(rows) => (
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.line} ${row.key}`}>
              {inFile ? <td className={css.line}>{row.line === null ? <Missing /> : showCount(row.line)}</td> : null}
              <td className={css.strong}>{row.key}</td>
              <td>{row.label}</td>
              {preview.map(({ field, className }, index) => (
                <td key={field} className={className}>
                  {show(field, row.values[index] ?? null) ?? <Missing />}
                </td>
              ))}
              {outcome === 'unmatched' ? <td className={css.reason}>{row.reason}</td> : null}
            </tr>
          ))}
        </tbody>
      )}
    </RowScroll>
  )
}
