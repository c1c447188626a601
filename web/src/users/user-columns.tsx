import type { InvitationState } from '@coverdesk/domain/access/invitation-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { UserRow, userSorts } from '@coverdesk/domain/users/user-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { methodsInWords } from './access/methods-in-words.ts'
import { RolePills } from './role-pills.tsx'

export type UserSort = (typeof userSorts)[number]

/** Columns of the list (USER-02); ORG and the linked contact are optional. */
export const userColumns: readonly ListColumn<UserRow, UserSort>[] = [
  { id: 'name', header: 'Name', cell: nameOf, width: 136, sort: 'name', pinned: true },
  { id: 'login', header: 'Login', cell: (row) => row.userName, width: 150, sort: 'userName', hideable: false, grow: 1 },
  { id: 'type', header: 'Type', cell: (row) => row.type, width: 84, quiet: true },
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 140, quiet: true, grow: 1 },
  { id: 'enabled', header: 'Enabled', cell: enabledWord, kind: 'status', width: 92, tone: enabledTone },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 112, quiet: true, proportional: true },
  {
    id: 'createdDate',
    header: 'Created',
    cell: createdDay,
    kind: 'date',
    width: 94,
    sort: 'createdDate',
  },
  {
    id: 'lastSignIn',
    header: 'Last sign-in',
    cell: lastSignIn,
    width: 156,
  },
  { id: 'roles', header: 'Roles', cell: (row) => <RolePills roles={row.roles} />, width: 210 },
  {
    id: 'secondFactor',
    header: 'Second factor',
    cell: (row) => methodsInWords(row.secondFactor),
    width: 140,
    quiet: true,
  },
  { id: 'org', header: 'ORG', cell: (row) => row.org, width: 100, quiet: true },
]

/** Default columns. */
export const userPreference: ScreenPreference = { hidden: ['org'] }

const invitationWords: Record<InvitationState, string> = {
  sent: 'Invited',
  expired: 'Invitation expired',
  revoked: 'Invitation revoked',
}

function lastSignIn({ lastSignIn: at, invitation }: UserRow): string | null {
  if (at) return showInstant(at)
  return invitation && invitationWords[invitation]
}

/** Date in the agency's time zone. */
function createdDay({ createdDate }: UserRow): string {
  return todayIn(new Date(createdDate))
}

/** Name of the user's contact, or the login without one. */
export function nameOf({ name, userName }: { name: string; userName: string }): string {
  return name.trim() || userName
}

function enabledWord({ enable }: { enable: boolean }): string {
  return enable ? 'Enabled' : 'Disabled'
}

function enabledTone({ enable }: { enable: boolean }): Tone {
  return enable ? 'green' : 'grey'
}

export const userPhoneRow: PhoneRow<UserRow> = {
  title: nameOf,
  subtitle: (row) => `${row.userName}, ${row.type}`,
  badge: (row) => <StatusPill tone={enabledTone(row)}>{enabledWord(row)}</StatusPill>,
  figure: (row) => rolesInWords(row.roles),
}

/** 'agent and 2 more', for a phone. */
export function rolesInWords(roles: string): string {
  const [first, ...rest] = roles.split(',').filter(Boolean)
  if (!first) return 'No role'
  return rest.length === 0 ? first : `${first} and ${rest.length} more`
}
