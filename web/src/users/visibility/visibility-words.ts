import { everything, notOwn, type Resource, resources } from '@coverdesk/domain/access/rights.ts'
import type { AreaEffect, UserDetail } from '@coverdesk/domain/users/user-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'

/** Areas of a rule, including all. */
export const ruleAreas = [everything, ...resources] as const

/** Rule in the form; the agent is '' until chosen. */
export interface RuleInForm {
  agentId: string
  resourceId: (typeof ruleAreas)[number]
}

/** Stored rules as form values. */
export function ruleFormValues(stored: readonly { agentId: string; resourceId: string }[]): RuleInForm[] {
  return stored.flatMap(({ agentId, resourceId }) => {
    const area = ruleAreas.find((name) => name === resourceId)
    return area ? [{ agentId, resourceId: area }] : []
  })
}

export const allAgents = { value: everything, label: `All agents (${everything})` } as const
export const allAreas = { value: everything, label: `All areas (${everything})` } as const

/** Agent of a rule that hides the user's own records. */
export const noOwnRecords = { value: notOwn, label: `Not their own records (${notOwn})` } as const

/** Records of each area: one, several. */
const nouns: Record<Resource, readonly [one: string, many: string]> = {
  Customer: ['customer', 'customers'],
  Lead: ['lead', 'leads'],
  Policy: ['policy', 'policies'],
  Application: ['application', 'applications'],
  PTO: ['PTO request', 'PTO requests'],
  Statement: ['statement', 'statements'],
  AgentPayment: ['agent payment', 'agent payments'],
  CommissionTracking: ['tracked policy', 'tracked policies'],
  OfflineApp: ['offline form', 'offline forms'],
}

/**
 * Effect on every area that the rules name or that changes: 'Will see 412 policies of 3 agents (now 20,412). No change: 8
 * leads of 1 agent'. Without rules, the policies.
 */
export function visibilityText(areas: readonly AreaEffect[], rules: readonly RuleInForm[]): string {
  const isNamed = ({ area, changes }: AreaEffect) =>
    changes || rules.some(({ resourceId }) => resourceId === everything || resourceId === area)
  const named = areas.filter(isNamed)
  const shown = named.length > 0 ? named : areas.filter(({ area }) => area === 'Policy')
  const list = (start: string, which: (effect: AreaEffect) => boolean, words: (effect: AreaEffect) => string) => {
    const matching = shown.filter(which)
    return matching.length > 0 ? [`${start}${matching.map(words).join(', ')}`] : []
  }
  return [
    ...list('Will see ', ({ changes }) => changes, changedInWords),
    ...list('No change: ', ({ changes, opens }) => !changes && opens, recordsInWords),
    ...list(
      'No right to ',
      ({ changes, opens }) => !changes && !opens,
      ({ area }) => nouns[area][1],
    ),
  ].join('. ')
}

function changedInWords(effect: AreaEffect): string {
  const now = `(now ${showCount(effect.opensNow ? effect.recordsNow : 0)})`
  return effect.opens ? `${recordsInWords(effect)} ${now}` : `no ${nouns[effect.area][1]} ${now}`
}

function recordsInWords({ area, agents, records }: AreaEffect): string {
  const what = `${showCount(records)} ${nouns[area][records === 1 ? 0 : 1]}`
  if (agents === null) return `${what} of all agents`
  return `${what} of ${agents === 0 ? 'no agent' : agents === 1 ? '1 agent' : `${showCount(agents)} agents`}`
}

type Person = Pick<UserDetail, 'roles' | 'hasFullAgentAccess' | 'agentName' | 'agentNpn'>

/** Why rules have no effect on a user, or null if they do (A-041). */
export function reasonForFullVisibility({ roles, hasFullAgentAccess }: Person): string | null {
  if (roles.includes('administrator')) return "Administrators see all agents' records, regardless of rules."
  if (hasFullAgentAccess) return "Users with full agent access see all agents' records, regardless of rules."
  return null
}

/** Visibility without rules (A-040). */
export function ownRecords({ agentName, agentNpn }: Person): string {
  if (agentName === null) return 'No records of their own: no agent is linked.'
  return `Own records: ${agentName}${agentNpn ? `, NPN ${agentNpn}` : ''}.`
}

/** Complete rules. */
export function completeRules(rules: readonly RuleInForm[]): RuleInForm[] {
  return rules.filter(({ agentId }) => agentId !== '')
}
