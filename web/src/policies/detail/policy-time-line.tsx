import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import type { PolicyChange } from '@coverdesk/domain/policies/policy-contract.ts'
import {
  IconCalendarCheck,
  IconCash,
  IconMapPin,
  IconPencil,
  IconShieldHalf,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { TimeLine, type TimeLineEntry } from '../../ui/page/time-line.tsx'
import css from './policy-detail.module.css'
import { type AgentNames, namesAgents, policyChangeText, sortHistory } from './policy-history.ts'

/** Changes from files, newest first, each with its file and line. */
export function PolicyTimeLine({ history }: { history: readonly PolicyChange[] }) {
  const agents = useAgentNames(namesAgents(history))
  const entries = useMemo(
    () => sortHistory(history).map((change, index) => entryOf(change, index, agents)),
    [history, agents],
  )
  return (
    <section className={css.history} aria-labelledby="history">
      <h2 id="history">
        History <span className="figures">{showCount(history.length)}</span>
      </h2>
      {history.length === 0 ? <p className={css.quiet}>No changes yet.</p> : <TimeLine entries={entries} />}
    </section>
  )
}

function entryOf(change: PolicyChange, index: number, agents: AgentNames): TimeLineEntry {
  const { title, tone, day, oldText, newText, fileName, line } = policyChangeText(change, agents)
  const Icon = icons[change.field] ?? IconPencil
  return {
    key: `${change.at} ${change.field} ${index}`,
    icon: <Icon size={14} stroke={1.75} />,
    tone,
    title,
    date: day,
    change: { before: oldText ?? '-', after: newText ?? '-' },
    ...(fileName === null ? {} : { file: fileName }),
    ...(line === null ? {} : { line: <span className={css.line}>line {showCount(line)}</span> }),
  }
}

const icons: Readonly<Record<string, typeof IconPencil>> = {
  AgentNPN: IconUserShare,
  BrokerEffectiveDate: IconUserShare,
  NumberOfMembers: IconUsers,
  PolicyStatus: IconShieldHalf,
  PaidThroughDate: IconCalendarCheck,
  EffectiveDate: IconCalendarCheck,
  TermDate: IconCalendarCheck,
  MonthlyPremium: IconCash,
  MemberResponsibility: IconCash,
  Address: IconMapPin,
  City: IconMapPin,
  County: IconMapPin,
  State: IconMapPin,
  ZipCode: IconMapPin,
}

const noAgentNames: AgentNames = new Map()

/** Visible agents by NPN; fetched only if the history involves agents. */
function useAgentNames(wanted: boolean): AgentNames {
  const { data } = useQuery({
    ...apiQuery(lookups.agents, {}),
    enabled: wanted,
    staleTime: 300_000,
    select: namesByNpn,
  })
  return data ?? noAgentNames
}

function namesByNpn(agents: readonly { name: string; npn: string | null }[]): AgentNames {
  return new Map(agents.flatMap(({ name, npn }) => (npn === null ? [] : [[npn, name]])))
}
