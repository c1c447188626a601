import type { PasswordPolicy } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useConfiguration } from '../agency/configuration.ts'
import { apiQuery, queryClient } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'

/** Type id of a generic list. */
const userTypes = 8
const cached = { staleTime: Number.POSITIVE_INFINITY }
const none: readonly Choice[] = []

/** User types by id: Agent, Employee, Customer, Consumer. */
export function useUserTypes(): readonly Choice[] {
  const { data } = useQuery({ ...apiQuery(lookups.generic, { typeId: userTypes }), ...cached, select: byId })
  return data ?? none
}

function byId(items: readonly { id: number; name: string }[]): readonly Choice[] {
  return items.map(({ id, name }) => ({ value: String(id), label: name }))
}

/** The installation's single organization, if it has one, its password policy, and whether it can mail. */
export function useInstallation(): {
  oneOrg: boolean
  org: string | null
  policy: PasswordPolicy
  sendsEmail: boolean
} {
  const configuration = useConfiguration()
  return {
    oneOrg: configuration ? Boolean(configuration.org) : true,
    org: configuration?.org ?? null,
    policy: configuration?.passwordPolicy ?? 'default',
    sendsEmail: configuration?.sendsEmail ?? true,
  }
}

/** Languages of messages to a user. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
] as const

/** Agents by name or NPN, the first 50 matches. */
export async function searchAgents(typed: string): Promise<readonly Choice[]> {
  const agents = await queryClient.fetchQuery(apiQuery(users.agents, { q: typed }))
  return agents.map(({ id, name, npn }) => ({ value: String(id), label: npn ? `${name}, NPN ${npn}` : name }))
}
