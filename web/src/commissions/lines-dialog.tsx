import type { StatementLine, StatementLineFilters } from '@coverdesk/domain/commissions/statement-contract.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { useSeesPay } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell, NotRated } from '../ui/basics/money-cell.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './commissions.module.css'
import { lineFile, lineKind, lineMonth } from './line-columns.tsx'

/** Statement lines to show: a title, and which lines. `agentId` null: only those without an agent. */
export interface LinesQuestion extends Pick<StatementLineFilters, 'carrierId' | 'policyNumber' | 'month' | 'year'> {
  title: string
  agentId?: number | null
}

interface Props {
  question: LinesQuestion | undefined
  opened: boolean
  onClose(): void
}

/** Statement lines behind a sum, each with its file and line number. Keep it mounted and pass `opened`. */
export function LinesDialog({ question, opened, onClose }: Props) {
  const phone = usePhone()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={question?.title ?? ''}
      size={question?.policyNumber === undefined ? 880 : 640}
      fullScreen={phone}
      centered
    >
      {question ? <Lines question={question} /> : null}
    </Dialog>
  )
}

/** Maximum page size of a list: more lines than a policy has in a year. */
const maxLines = 500

function Lines({ question: { title, agentId, ...filters } }: { question: LinesQuestion }) {
  const query = { ...filters, pageSize: maxLines, ...(agentId ? { agentId } : {}) }
  const { data, error, refetch } = useQuery(apiQuery(statements.lines, query))
  if (error) {
    const why = failureMessage(error)
    return <FailedState title="Couldn't load the lines." why={why} retry={() => void refetch()} />
  }
  if (!data) return <SkeletonBar width="100%" height={180} />
  const { policyNumber } = filters
  // The filter matches number prefixes, and "no agent" returns all agents.
  const lines = data.data.filter(
    (line) =>
      (policyNumber === undefined || line.policyNumber === policyNumber) &&
      (agentId === undefined || line.agentId === agentId),
  )
  if (lines.length === 0) return <p className={css.words}>No statement lines.</p>
  const rest = data.totalRecords - data.data.length
  return (
    <>
      <LineTable
        lines={lines}
        single={policyNumber !== undefined}
        total={rest > 0 ? data.commissionAmount : sumOf(lines)}
      />
      {rest > 0 ? (
        <p className={css.words}>
          The first {showCount(maxLines)} of {showCount(data.totalRecords)} lines. The total is of all of them.
        </p>
      ) : null}
    </>
  )
}

const sumOf = (lines: readonly StatementLine[]) =>
  amountOf(lines.reduce((sum, { commissionAmount }) => sum + (cents(commissionAmount ?? '') ?? 0), 0))

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
              {fromFiles ? <td data-quiet>{lineFile(line) ?? '-'}</td> : null}
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
