import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import type { Note } from '@coverdesk/domain/notes/note-contract.ts'
import type { PolicyChange } from '@coverdesk/domain/policies/policy-contract.ts'
import {
  IconCalendarCheck,
  IconCash,
  IconMapPin,
  IconNotes,
  IconPencil,
  IconShieldHalf,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { Timeline, type TimelineEntry } from '../../ui/page/timeline.tsx'
import { FileLine } from '../../uploads/file-line.tsx'
import css from './policy-detail.module.css'
import { showDay } from './policy-facts.ts'
import { type AgentNames, namesAgents, policyChangeText, sortHistory } from './policy-history.ts'
import { policyNotes } from './policy-record-actions.tsx'

interface PolicyTimelineProps {
  policyId: number
  history: readonly PolicyChange[]
}

/** Changes from files, each with its file and line, and notes, newest first. */
export function PolicyTimeline({ policyId, history }: PolicyTimelineProps) {
  const agents = useAgentNames(namesAgents(history))
  const { data: notes = noNotes } = useQuery(policyNotes(policyId))
  const entries = useMemo(() => {
    const changes = sortHistory(history).map((change, index) => ({
      at: change.at,
      entry: entryOf(change, index, agents),
    }))
    const written = notes.map((note) => ({ at: note.createdDate, entry: noteEntry(note) }))
    return [...changes, ...written].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).map(({ entry }) => entry)
  }, [history, notes, agents])
  return (
    <section className={css.history} aria-labelledby="history">
      <h2 id="history">
        History {entries.length > 0 ? <span className="figures">{showCount(entries.length)}</span> : null}
      </h2>
      {entries.length === 0 ? <p className={css.quiet}>No changes yet.</p> : <Timeline entries={entries} />}
    </section>
  )
}

function entryOf(change: PolicyChange, index: number, agents: AgentNames): TimelineEntry {
  const { title, tone, day, oldText, newText, fileName, line } = policyChangeText(change, agents)
  const { batchId } = change
  const Icon = icons[change.field] ?? IconPencil
  return {
    key: `${change.at} ${change.field} ${index}`,
    icon: <Icon size={14} stroke={1.75} />,
    tone,
    title,
    date: day,
    change: { before: oldText ?? '-', after: newText ?? '-' },
    ...(fileName === null ? {} : { file: fileName }),
    ...(line === null ? {} : { line: <FileLine batchId={batchId}>{`line ${showCount(line)}`}</FileLine> }),
  }
}

const noNotes: readonly Note[] = []

function noteEntry({ id, createdBy, createdDate, noteBody }: Note): TimelineEntry {
  return {
    key: `note ${id}`,
    icon: <IconNotes size={14} stroke={1.75} />,
    tone: 'grey',
    title: `Note by ${createdBy}`,
    date: showDay(createdDate),
    text: noteBody,
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
