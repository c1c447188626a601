import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { Track } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './commissions.module.css'
import { lineFile, lineKind } from './line-columns.tsx'
import { trackName } from './track-columns.tsx'

/** Statement lines behind a row of tracking, with file and line number. */
export function TrackLines({ track, opened, onClose }: { track: Track | undefined; opened: boolean; onClose(): void }) {
  const phone = usePhone()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={track ? trackName(track) : ''}
      size={640}
      fullScreen={phone}
      centered
    >
      {track ? <Lines track={track} /> : null}
    </Dialog>
  )
}

/** More lines than one policy, agent and year can have. */
const maxLines = 500

function Lines({ track: { agentId, carrierId, policyNumber, year } }: { track: Track }) {
  const query = { carrierId, policyNumber, year, pageSize: maxLines, ...(agentId === null ? {} : { agentId }) }
  const { data, error, refetch } = useQuery(apiQuery(statements.lines, query))
  if (error) {
    const why = failureMessage(error)
    return <FailedState title="Couldn't load the lines." why={why} retry={() => void refetch()} />
  }
  if (!data) return <SkeletonBar width="100%" height={180} />
  // The filter matches number prefixes, and "no agent" returns all agents.
  const lines = data.data.filter((line) => line.policyNumber === policyNumber && line.agentId === agentId)
  const fromFiles = lines.some(({ fileName }) => fileName !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where a year has many lines
    <section className={css.lines} aria-label="Lines of the statements" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Kind</th>
            <th scope="col" data-number>
              Members
            </th>
            <th scope="col" data-number>
              Amount
            </th>
            {fromFiles ? <th scope="col">File</th> : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" className="figures">
                {monthText(line.commissionMonth, line.commissionYear)}
              </th>
              <td>{lineKind(line)}</td>
              <td className="figures" data-number>
                {line.members ?? '-'}
              </td>
              <td data-number>
                <MoneyCell amount={line.commissionAmount} />
              </td>
              {fromFiles ? <td data-quiet>{lineFile(line) ?? '-'}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
