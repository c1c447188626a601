import type { AgentRow, agentSorts } from '@coverdesk/domain/agents/agent-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { ExpiryPill } from './expiry-pill.tsx'

export type AgentSort = (typeof agentSorts)[number]

/** Columns of the list (AGENT-03), with the next expiry. */
export const agentColumns: readonly ListColumn<AgentRow, AgentSort>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, width: 168, sort: 'name', pinned: true },
  { id: 'id', header: 'Id', cell: (row) => row.id, kind: 'number', width: 64, quiet: true },
  {
    id: 'loginEmail',
    header: 'Login email',
    cell: (row) => row.loginEmail,
    width: 180,
    sort: 'loginEmail',
    quiet: true,
    grow: 1,
  },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 116, quiet: true, proportional: true },
  { id: 'npn', header: 'NPN', cell: (row) => row.npn, width: 96, sort: 'npn', quiet: true },
  { id: 'location', header: 'Location', cell: (row) => row.locationName, width: 108, quiet: true },
  { id: 'agentType', header: 'Agent type', cell: (row) => row.agentTypeName, width: 96, quiet: true },
  { id: 'status', header: 'Status', cell: (row) => row.statusName, kind: 'status', width: 100, tone: agentTone },
  {
    id: 'nextExpiry',
    header: 'Expiring',
    cell: (row) => <ExpiryPill expiry={row.nextExpiry} instead="-" />,
    width: 160,
    sort: 'nextExpiry',
  },
  {
    id: 'createdDate',
    header: 'Created',
    cell: ({ createdDate }) => todayIn(new Date(createdDate)),
    kind: 'date',
    width: 96,
    sort: 'createdDate',
  },
]

/** The id column is hidden by default (AGENT-03). */
export const agentPreference: ScreenPreference = { hidden: ['id'] }

/** Color of Active, Inactive and Suspended. */
export function agentTone({ statusId }: { statusId: number }): Tone {
  if (statusId === 1) return 'green'
  return statusId === 3 ? 'red' : 'grey'
}

export const agentPhoneRow: PhoneRow<AgentRow> = {
  title: (row) => row.name,
  subtitle: (row) => [row.locationName, row.loginEmail].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={agentTone(row)}>{row.statusName}</StatusPill>,
  figure: (row) => <ExpiryPill expiry={row.nextExpiry} instead={row.npn ? `NPN ${row.npn}` : ''} />,
}
