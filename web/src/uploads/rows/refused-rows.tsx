import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { Missing } from '../../ui/basics/money-cell.tsx'
import { fileKind } from '../file-kind.ts'
import css from './load-rows.module.css'
import { RowScroll } from './row-scroll.tsx'
import { useRefusals } from './use-run-rows.ts'

const fixedHeadings = [{ name: 'Line', className: css.line }, { name: 'Column' }, { name: 'Value' }, { name: 'Reason' }]

/** Problems of refused rows: line, column, value and reason. */
export function RefusedRows({ kind, runId }: { kind: ImportKind; runId: string }) {
  const source = useRefusals(kind, runId)
  const headings = [...fixedHeadings, { name: fileKind(kind).record[0] }]
  return (
    <RowScroll label="Refused rows" headings={headings} source={source} empty="All rows can be loaded.">
      {(rows) => (
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.line} ${row.column} ${row.reason}`}>
              <td className={css.line}>{showCount(row.line)}</td>
              <td>{row.column ?? 'Whole row'}</td>
              <td className={css.strong}>{row.value ?? <span className={css.quiet}>(empty)</span>}</td>
              <td className={css.reason}>{row.reason}</td>
              <td className={css.quiet}>{row.key ?? <Missing />}</td>
            </tr>
          ))}
        </tbody>
      )}
    </RowScroll>
  )
}
