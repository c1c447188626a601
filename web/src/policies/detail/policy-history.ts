import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicyChange, PolicyStatus } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Tone } from '../../ui/basics/list-column.ts'
import { policyFieldLabel, showPolicyValue } from '../policy-fields.ts'
import { policyTones } from '../policy-status.ts'

const agentField = 'AgentNPN'
/** How long a change of the agent of record stands beside the name. */
const newsDays = 30

/** A change of a policy in words; `oldText` and `newText` are null where there was or is nothing. */
export interface PolicyNews {
  title: string
  tone: Tone
  day: string
  oldText: string | null
  newText: string | null
  fileName: string | null
  line: number | null
  by: string | null
}

/** An agent's NPN → the name, as far as the person may see the agent. */
export type AgentNames = ReadonlyMap<string, string>

/** Newest first; of what came with one file, the agent of record before all else. */
export function inOrder(history: readonly PolicyChange[]): PolicyChange[] {
  const rank = ({ field }: PolicyChange) => (field === agentField ? 0 : 1)
  return history.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || rank(a) - rank(b))
}

/** What a change says: fields by their labels, stored values as people read them, agents by name where known. */
export function policyNews(change: PolicyChange, agents: AgentNames): PolicyNews {
  const { field, fileName, line, by } = change
  const agentChange = field === agentField
  const shown = (value: string | null) => {
    const text = showPolicyValue(field, value)
    return agentChange && text !== null ? (agents.get(text) ?? `NPN ${text}`) : text
  }
  return {
    title: agentChange ? 'Agent of record changed' : policyFieldLabel(field),
    tone: toneOf(change),
    day: showDate(dayOf(change)),
    oldText: shown(change.oldValue),
    newText: shown(change.newValue),
    fileName,
    line,
    by,
  }
}

/** The day (MM/DD/YYYY) of the last change from one agent of record to another within 30 days of `today`; null when there is none. */
export function agentChangedOn(history: readonly PolicyChange[], today: string): string | null {
  const change = history.find(({ field, oldValue }) => field === agentField && oldValue !== null)
  if (!change) return null
  const age = Date.parse(today) - Date.parse(dayOf(change))
  return age <= newsDays * 86_400_000 ? showDate(dayOf(change)) : null
}

/** True when some change is about agents, whose names are then worth asking for. */
export function namesAgents(history: readonly PolicyChange[]): boolean {
  return history.some(({ field }) => field === agentField)
}

function dayOf({ at }: PolicyChange): string {
  return todayIn(new Date(at))
}

function toneOf({ field, newValue }: PolicyChange): Tone {
  if (field === agentField) return 'amber'
  if (field === 'NumberOfMembers') return 'blue'
  const status = field === 'PolicyStatus' ? PolicyStatus.safeParse(newValue).data : undefined
  return status ? policyTones[status] : 'grey'
}
