import type { StatementLine } from '@coverdesk/domain/commissions/statement-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { useSeesPay } from '../../access/current-user.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { MoneyCell, NotRated } from '../../ui/basics/money-cell.tsx'
import { FileLine } from '../../uploads/file-line.tsx'
import { lineFile, lineKind, lineMonth } from './line-columns.tsx'
import css from './line-table.module.css'

interface LineTableProps {
  lines: readonly StatementLine[]
  /** All lines are of one policy. */
  single: boolean
  total: string
}

/** Table of statement lines with their sum. */
export function LineTable({ lines, single, total }: LineTableProps) {
  const seesPay = useSeesPay()
  const fromFiles = lines.some(({ fileName }) => fileName !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where there are many lines
    <section className={css.lines} aria-label="Lines of the statements" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {single ? null : <th scope="col">Policy number</th>}
            {single ? null : <th scope="col">Insured</th>}
            <th scope="col">Month</th>
            <th scope="col">Kind</th>
            <th scope="col" data-number>
              Members
            </th>
            <th scope="col" data-number>
              {seesPay ? 'Pay' : 'Amount'}
            </th>
            {fromFiles ? <th scope="col">File</th> : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              {single ? null : <th scope="row">{line.policyNumber}</th>}
              {single ? null : <td>{line.insuredName ?? '-'}</td>}
              <td className="figures">{lineMonth(line)}</td>
              <td>{lineKind(line)}</td>
              <td className="figures" data-number>
                {line.members ?? '-'}
              </td>
              <td data-number>
                {line.commissionAmount === null ? <NotRated /> : <MoneyCell amount={line.commissionAmount} />}
              </td>
              {fromFiles ? <td data-quiet>{fileOf(line)}</td> : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={single ? 3 : 5}>
              Total of {showCount(lines.length)} {lines.length === 1 ? 'line' : 'lines'}
            </th>
            <td data-number>
              <MoneyCell amount={total} />
            </td>
            {fromFiles ? <td /> : null}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function fileOf(line: StatementLine) {
  const text = lineFile(line)
  return text === null ? '-' : <FileLine batchId={line.batchId}>{text}</FileLine>
}

/** Sum of the lines, to the cent. */
export const sumOfLines = (lines: readonly StatementLine[]) =>
  sumOfAmounts(lines.map(({ commissionAmount }) => commissionAmount))
