import { everything, resources } from '@coverdesk/domain/access/rights.ts'
import type { UserDetail, VisibilityEffect } from '@coverdesk/domain/users/user-contract.ts'
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

/** 'Will see 412 policies of 3 agents (now 20,412)'; counts are 0 for users who can't open policies. */
export function visibilityText(effect: VisibilityEffect, may: { before: boolean; after: boolean }): string {
  const now = may.before ? effect.policiesNow : 0
  if (!may.after) return now === 0 ? 'No policies' : `Will see no policies (now ${showCount(now)})`
  if (effect.policies === now && may.before) return `No change: ${policiesInWords(effect)}`
  return `Will see ${policiesInWords(effect)} (now ${showCount(now)})`
}

function policiesInWords({ agents, policies }: VisibilityEffect): string {
  const what = `${showCount(policies)} ${policies === 1 ? 'policy' : 'policies'}`
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
export function withoutRules({ agentName, agentNpn }: Person): string {
  if (agentName === null) return 'No records: no agent is linked.'
  return `Only their own records: ${agentName}${agentNpn ? `, NPN ${agentNpn}` : ''}.`
}

/** Complete rules. */
export function completeRules(rules: readonly RuleInForm[]): RuleInForm[] {
  return rules.filter(({ agentId }) => agentId !== '')
}
