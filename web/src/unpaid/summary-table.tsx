import { cents } from '@coverdesk/domain/fields/amount.ts'
import { type AgentSummary, noAgent } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { Missing, MoneyCell } from '../ui/basics/money-cell.tsx'
import { StatusDot } from '../ui/basics/status-pill.tsx'
import type { SummaryProps } from './summary-props.ts'
import css from './unpaid.module.css'
import { toneOf } from './unpaid-words.ts'

/** Summary as a table; each number filters the list. */
export function SummaryTable({ agents, all, without, more, onChoose }: SummaryProps) {
  const most = Math.max(...agents.map(({ atStake }) => cents(atStake) ?? 0), 1)
  return (
    <div className={css.scroller} data-open={more?.open || undefined}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            {all.listStatus.map(({ statusId, statusName }) => (
              <th key={statusId} scope="col" data-number>
                <StatusDot tone={toneOf(statusName)} /> {statusName}
              </th>
            ))}
            <th scope="col" data-number>
              Total
            </th>
            <th scope="col" data-number colSpan={2}>
              Value at stake
              {without ? <span className={css.without}>{without}</span> : null}
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <AgentRow key={agent.agentId} agent={agent} most={most} onChoose={onChoose} />
          ))}
        </tbody>
        {agents.length > 1 || more ? (
          <tfoot>
            <tr>
              <th scope="row">
                {more ? (
                  <button type="button" aria-expanded={more.open} onClick={more.toggle}>
                    {more.open ? 'Fewer agents' : `All ${showCount(more.count)} agents`}
                  </button>
                ) : (
                  all.agentName
                )}
              </th>
              {all.listStatus.map(({ statusId, subTotal }) => (
                <td key={statusId} data-number className="figures">
                  {subTotal > 0 ? showCount(subTotal) : <Missing />}
                </td>
              ))}
              <td data-number className="figures">
                {showCount(all.total)}
              </td>
              <td aria-hidden />
              <td data-number>
                <MoneyCell amount={all.atStake} />
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

interface RowProps {
  agent: AgentSummary
  /** Highest value at stake, in cents. */
  most: number
  onChoose: SummaryProps['onChoose']
}

function AgentRow({ agent: { agentId, agentName, listStatus, total, atStake }, most, onChoose }: RowProps) {
  const name = agentName ?? 'Unassigned'
  const choose = (statusId?: number) => () =>
    onChoose({ agentId: String(agentId ?? noAgent), statusId: statusId === undefined ? undefined : String(statusId) })
  return (
    <tr data-unassigned={agentId === null || undefined}>
      <th scope="row">
        <button type="button" onClick={choose()}>
          {name}
        </button>
      </th>
      {listStatus.map(({ statusId, statusName, subTotal }) => (
        <td key={statusId} data-number className="figures">
          {subTotal > 0 ? (
            <button type="button" aria-label={`${name}, ${statusName}: ${subTotal}`} onClick={choose(statusId)}>
              {showCount(subTotal)}
            </button>
          ) : (
            <Missing />
          )}
        </td>
      ))}
      <td data-number className="figures">
        <strong>{showCount(total)}</strong>
      </td>
      <td className={css.barCell} aria-hidden>
        <span className={css.track}>
          <span className={css.share} style={{ width: `${((cents(atStake) ?? 0) / most) * 100}%` }} />
        </span>
      </td>
      <td data-number>
        <MoneyCell amount={atStake} />
      </td>
    </tr>
  )
}
