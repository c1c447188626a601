import { type AgentSummary, callsOfVariant, unpaidFilters } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { FilterChange, FilterValues } from '../ui/filters/filter.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { SummaryOnPhone } from './summary-on-phone.tsx'
import { SummaryTable } from './summary-table.tsx'
import css from './unpaid.module.css'
import { atStakeOf } from './unpaid-words.ts'

interface Props {
  variant: UnpaidVariant
  /** Filter values of the URL. */
  address: FilterValues
  onChoose(change: FilterChange): unknown
}

/** As list-screen.module.css: the summary is one bar, so that the table's rows are in view. */
const lowWindow = '(max-height: 699.98px)'
/** Number of agents shown until expanded. */
const fewAgents = 5

/** Header of both screens: policies by agent and status with the value at stake (UNPAID-02). */
export function UnpaidSummary({ variant, address, onChoose }: Props) {
  const known = Object.entries(address).filter(([name]) => name in unpaidFilters)
  const { data, failureReason } = useQuery({
    ...apiQuery(callsOfVariant[variant].summary, Object.fromEntries(known)),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const low = useMediaQuery(lowWindow, false, { getInitialValueInEffect: false })
  if (!data)
    return (
      <section className={css.summary} aria-label="Summary by agent" aria-busy={!failureReason}>
        {failureReason ? (
          <NoticeLine tone="red">Couldn't load the summary: {failureMessage(failureReason)}</NoticeLine>
        ) : (
          <div className={css.waiting}>
            {[72, 64, 58].map((width) => (
              <SkeletonBar key={width} width={`${width}%`} />
            ))}
          </div>
        )}
      </section>
    )
  if (data.length === 0) return null
  const props = {
    agents: open ? data : shortened(data),
    all: sumOf(data),
    without: address.state === 'resolved' ? '' : withoutDone(variant, data),
    more: data.length > fewAgents ? { open, count: data.length, toggle: () => setOpen(!open) } : undefined,
    onChoose,
  }
  return (
    <section className={css.summary} aria-label="Summary by agent">
      {phone || low ? <SummaryOnPhone {...props} agents={data} /> : <SummaryTable {...props} />}
    </section>
  )
}

/** The statuses after which nothing is at stake, in words. */
function withoutDone(variant: UnpaidVariant, [first]: readonly AgentSummary[]): string {
  const done = first?.listStatus.filter(({ statusId }) => variantOf[variant].doneStatuses.includes(statusId)) ?? []
  return `without ${lists.format(done.map(({ statusName }) => statusName))}`
}
const lists = new Intl.ListFormat('en-US')

/** The first agents; unassigned policies are always included. */
function shortened(agents: readonly AgentSummary[]): readonly AgentSummary[] {
  if (agents.length <= fewAgents) return agents
  const unassigned = agents.filter(({ agentId }) => agentId === null)
  return [...agents.filter(({ agentId }) => agentId !== null).slice(0, fewAgents - unassigned.length), ...unassigned]
}

function sumOf(agents: readonly AgentSummary[]): AgentSummary {
  const [first] = agents
  return {
    agentId: null,
    agentName: 'All agents',
    total: agents.reduce((sum, { total }) => sum + total, 0),
    atStake: atStakeOf(agents),
    listStatus: (first?.listStatus ?? []).map(({ statusId, statusName }) => ({
      statusId,
      statusName,
      subTotal: agents.reduce(
        (sum, { listStatus }) => sum + (listStatus.find((status) => status.statusId === statusId)?.subTotal ?? 0),
        0,
      ),
    })),
  }
}
