import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicyChange, PolicyStatus } from '@coverdesk/domain/policies/policy-contract.ts'
import { policyFieldLabel, showPolicyValue } from '@coverdesk/domain/policies/policy-field-words.ts'
import type { Tone } from '../../ui/basics/list-column.ts'
import { policyTones } from '../policy-tones.ts'

const agentField = 'AgentNPN'
/** Days for which an agent-of-record change is highlighted. */
const highlightDays = 30

/** Policy change for display; `oldText` and `newText` are null for empty values. */
export interface PolicyChangeText {
  title: string
  tone: Tone
  day: string
  oldText: string | null
  newText: string | null
  fileName: string | null
  line: number | null
  by: string | null
}

/** Agent names by NPN, of agents that the user can see. */
export type AgentNames = ReadonlyMap<string, string>

/** Newest first; within one file, agent-of-record changes come first. */
export function sortHistory(history: readonly PolicyChange[]): PolicyChange[] {
  const rank = ({ field }: PolicyChange) => (field === agentField ? 0 : 1)
  return history.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || rank(a) - rank(b))
}

/** Formats a change: field labels, readable values, and agent names where known. */
export function policyChangeText(change: PolicyChange, agents: AgentNames): PolicyChangeText {
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

/** Date (MM/DD/YYYY) of the last change between two agents of record within 30 days before `today`, or null. */
export function agentChangedOn(history: readonly PolicyChange[], today: string): string | null {
  const change = history.find(({ field, oldValue }) => field === agentField && oldValue !== null)
  if (!change) return null
  const age = Date.parse(today) - Date.parse(dayOf(change))
  return age <= highlightDays * 86_400_000 ? showDate(dayOf(change)) : null
}

/** Whether any change involves agents, so that their names are needed. */
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
