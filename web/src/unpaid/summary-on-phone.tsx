import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { noAgent } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { StatusDot } from '../ui/basics/status-pill.tsx'
import type { SummaryProps } from './summary-props.ts'
import css from './unpaid.module.css'
import { toneOf } from './unpaid-words.ts'

/** Summary on a phone: one bar with a legend for all agents; agents on demand. */
export function SummaryOnPhone({ agents, all, without, onChoose }: Omit<SummaryProps, 'more'>) {
  const [open, setOpen] = useState(false)
  const [only] = agents
  const title = agents.length === 1 && only ? (only.agentName ?? 'Unassigned') : all.agentName
  return (
    <div className={css.phone}>
      <div className={css.head}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {title} <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </button>
        <span>
          <strong className="figures">{showMoney(all.atStake)}</strong> at stake
          {without ? <span className={css.without}>{without}</span> : null}
        </span>
      </div>
      <div className={css.stack} aria-hidden>
        {all.listStatus.map(({ statusId, statusName, subTotal }) =>
          subTotal > 0 ? <span key={statusId} data-tone={toneOf(statusName)} style={{ flexGrow: subTotal }} /> : null,
        )}
      </div>
      <ul className={css.legend}>
        {all.listStatus.map(({ statusId, statusName, subTotal }) => (
          <li key={statusId}>
            <button type="button" onClick={() => onChoose({ statusId: String(statusId) })}>
              <StatusDot tone={toneOf(statusName)} /> {statusName}{' '}
              <strong className="figures">{showCount(subTotal)}</strong>
            </button>
          </li>
        ))}
      </ul>
      {open ? (
        <ul className={css.agents}>
          {agents.map(({ agentId, agentName, total, atStake }) => (
            <li key={agentId}>
              <button
                type="button"
                onClick={() => onChoose({ agentId: String(agentId ?? noAgent), statusId: undefined })}
              >
                <span>{agentName ?? 'Unassigned'}</span>
                <strong className="figures">{showCount(total)}</strong>
                <MoneyCell amount={atStake} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
