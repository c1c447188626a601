import { lookupLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, onOrAfter, onOrBefore, plainStartsWith, startsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** The list of agents. `expiresFrom` and `expiresTo` are derived from the filter 'expiring' and today's date. */
export const agentList: ListDeclaration = {
  name: 'agents',
  table: 'agents a',
  key: 'a.id',
  versioned: true,
  joins: `
    left join lookup_values place on place.list = 'generic.2' and place.id = a.location_id
    left join lookup_values kind on kind.list = 'generic.1' and kind.id = a.agent_type_id
    left join lookup_values state on state.list = 'status.agent' and state.id = a.status_id`,
  filters: {
    name: containsName('a.search_name', { ...plainStartsWith('a.search_name'), rangeSort: 'name' }, 'agent'),
    loginEmail: { ...startsWith('a.login_email'), rangeSort: 'loginEmail' },
    npn: { ...startsWith('a.npn'), rangeSort: 'npn' },
    locationId: equalsNumber('a.location_id'),
    agentTypeId: equalsNumber('a.agent_type_id'),
    statusId: equalsNumber('a.status_id'),
    expiresFrom: onOrAfter('a.next_expiry'),
    expiresTo: onOrBefore('a.next_expiry'),
  },
  sorts: {
    name: ['a.search_name'],
    loginEmail: ['plain_text(a.login_email) collate "C"'],
    npn: ['plain_text(a.npn) collate "C"'],
    createdDate: ['a.created_at'],
    nextExpiry: ['a.next_expiry'],
  },
  defaultSort: { sort: 'name', order: 'asc' },
  columns: {
    id: 'a.id',
    name: 'a.name',
    loginEmail: 'a.login_email',
    phone: 'a.phone',
    npn: 'a.npn',
    locationId: 'a.location_id',
    locationName: 'place.name',
    agentTypeId: 'a.agent_type_id',
    agentTypeName: 'kind.name',
    statusId: 'a.status_id',
    statusName: 'state.name',
    createdDate: 'a.created_at',
    nextExpiry: 'a.next_expiry',
  },
}

export const agentExport = listExport(agentList, {
  title: 'Agents',
  filters: {
    name: 'Name',
    loginEmail: 'Login email',
    npn: 'NPN',
    locationId: lookupLabel('Location', 'generic.2'),
    agentTypeId: lookupLabel('Agent type', 'generic.1'),
    statusId: lookupLabel('Status', 'status.agent'),
    expiring: wordLabel('Expiring', { 30: 'Within 30 days', 60: 'Within 60 days', expired: 'Expired' }),
  },
  columns: [
    { label: 'Name', kind: 'text', width: 24, column: 'name' },
    { label: 'Login email', kind: 'text', width: 28, column: 'loginEmail' },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'NPN', kind: 'text', width: 11, column: 'npn' },
    { label: 'Location', kind: 'text', width: 12, column: 'locationName' },
    { label: 'Agent type', kind: 'text', width: 10, column: 'agentTypeName' },
    { label: 'Status', kind: 'text', width: 10, column: 'statusName' },
    { label: 'Next expiry', kind: 'date', width: 10, column: 'nextExpiry' },
    { label: 'Created', kind: 'date', width: 10, expression: `(a.created_at at time zone 'America/New_York')::date` },
  ],
})
