import { everything, resources } from '@coverdesk/domain/access/rights.ts'
import type { UserDetail, VisibilityEffect } from '@coverdesk/domain/users/user-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'

/** The areas a rule may name, or all of them. */
export const ruleAreas = [everything, ...resources] as const

/** A rule of the form; the agent is '' where none is chosen yet. */
export interface RuleInForm {
  agentId: string
  resourceId: (typeof ruleAreas)[number]
}

/** The rules as they are stored, for the form and for questions about them. */
export function rulesInForm(stored: readonly { agentId: string; resourceId: string }[]): RuleInForm[] {
  return stored.flatMap(({ agentId, resourceId }) => {
    const area = ruleAreas.find((name) => name === resourceId)
    return area ? [{ agentId, resourceId: area }] : []
  })
}

export const allAgents = { value: everything, label: `All agents (${everything})` } as const
export const allAreas = { value: everything, label: `All areas (${everything})` } as const

/** 'Will see 412 policies of 3 agents (now 20,412)', the policies being those of who may open them at all. */
export function seesInWords(effect: VisibilityEffect, may: { before: boolean; after: boolean }): string {
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

/** Why rules make no difference to a person, or null when they do (A-041). */
export function seesAllBecause({ roles, hasFullAgentAccess }: Person): string | null {
  if (roles.includes('administrator')) return "Administrators see all agents' records, regardless of rules."
  if (hasFullAgentAccess) return "Users with full agent access see all agents' records, regardless of rules."
  return null
}

/** What holds without any rule (A-040). */
export function withoutRules({ agentName, agentNpn }: Person): string {
  if (agentName === null) return 'No records: no agent is linked.'
  return `Only their own records: ${agentName}${agentNpn ? `, NPN ${agentNpn}` : ''}.`
}

/** The rules that are filled in. */
export function wholeRules(rules: readonly RuleInForm[]): RuleInForm[] {
  return rules.filter(({ agentId }) => agentId !== '')
}
