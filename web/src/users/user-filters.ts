import { roles } from '@coverdesk/domain/access/rights.ts'
import type { UserFilters } from '@coverdesk/domain/users/user-contract.ts'
import type { Filter } from '../ui/filters/filter.ts'

const login: Filter<keyof UserFilters> = { name: 'login', label: 'Login', kind: 'text', width: 200 }
const org: Filter<keyof UserFilters> = { name: 'org', label: 'ORG', kind: 'text', width: 140 }
const rare: readonly Filter<keyof UserFilters>[] = [
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

/** Filters of the list; ORG only without a single organization (USER-01, A-043). */
export function userFilters(oneOrg: boolean): readonly Filter<keyof UserFilters>[] {
  return oneOrg ? withoutOrg : withOrg
}
