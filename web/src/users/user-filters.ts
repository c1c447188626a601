import { roles } from '@coverdesk/domain/access/rights.ts'
import type { Filter } from '../ui/filter.ts'
import type { UserAddress } from './user-address.ts'

export type UserFilterName = 'login' | 'org' | 'role' | 'enabled'

/** An address without filters. */
export const noUserFilters: { readonly [Name in UserFilterName]: undefined } = {
  login: undefined,
  org: undefined,
  role: undefined,
  enabled: undefined,
}

const login: Filter<UserFilterName> = { name: 'login', label: 'Login', kind: 'text', width: 200 }
const org: Filter<UserFilterName> = { name: 'org', label: 'ORG', kind: 'text', width: 140 }
const rare: readonly Filter<UserFilterName>[] = [
  {
    name: 'role',
    label: 'Role',
    kind: 'select',
    choices: roles.map((role) => ({ value: role, label: role })),
    rare: true,
  },
  {
    name: 'enabled',
    label: 'Enabled',
    kind: 'select',
    choices: [
      { value: 'yes', label: 'Enabled' },
      { value: 'no', label: 'Disabled' },
    ],
    rare: true,
  },
]
const withoutOrg = [login, ...rare]
const withOrg = [login, org, ...rare]

/** The filters of the list; ORG only where the installation is not set to one organisation (USER-01, A-043). */
export function userFilters(oneOrg: boolean): readonly Filter<UserFilterName>[] {
  return oneOrg ? withoutOrg : withOrg
}

export function isFiltered(address: UserAddress): boolean {
  return Object.entries(address).some(([name, value]) => name in noUserFilters && value !== undefined)
}
