import { showCount } from '../ui/cell-value.tsx'
import { Missing } from '../ui/money-cell.tsx'
import css from './load-rows.module.css'
import { RowScroll } from './row-scroll.tsx'
import { useCheckedRows } from './use-run-rows.ts'

const words = {
  new: { label: 'New policies', empty: 'Every policy of this file is in the book already.' },
  missing: { label: 'Policies missing from this file', empty: 'Every policy of this carrier is in this file.' },
  unchanged: { label: 'Unchanged policies', empty: 'No policy of this file is in the book as it is.' },
}

/** Policies that come as a whole: new, unchanged, or in the book but not in this file. */
export function RecordRows({ runId, outcome }: { runId: string; outcome: keyof typeof words }) {
  const source = useCheckedRows(runId, outcome)
  const inFile = outcome !== 'missing'
  const headings = [
    ...(inFile ? [{ name: 'Line', className: css.line }] : []),
    { name: 'Policy number', className: css.number },
    { name: 'Insured' },
  ]
  return (
    <RowScroll {...words[outcome]} headings={headings} source={source}>
      {(rows) => (
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {inFile ? <td className={css.line}>{row.line === null ? <Missing /> : showCount(row.line)}</td> : null}
              <td className={css.strong}>{row.key}</td>
              <td>{row.label}</td>
            </tr>
          ))}
        </tbody>
      )}
    </RowScroll>
  )
}
