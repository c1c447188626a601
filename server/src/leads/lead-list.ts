import type { LeadRow } from '@coverdesk/domain/leads/lead-contract.ts'
import { doNotCallSql, wroteNoCallsSql } from '../messages/do-not-contact.ts'
import { dayLabel, lookupLabel, nameLabel, phoneLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, ofPhone, onOrAfter, onOrBefore, plainStartsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** The list of leads. Leads without an agent are visible to users who can see all leads. */
export const leadList: ListDeclaration = {
  name: 'leads',
  table: 'leads l',
  key: 'l.id',
  visibleTo: 'l.agent_id',
  agentSort: 'newest',
  versioned: true,
  // The parameter: agents whose customers and contacts the reader may open, null for all.
  parameterType: 'bigint[]',
  joins: `
    left join customers cu on cu.contact_id = l.contact_id and not cu.merged
      and ($1::bigint[] is null or cu.agent_id = any($1::bigint[]))
    left join agents a on a.id = l.agent_id
    left join contacts known on known.id = l.contact_id and known.merged_into is null
      and ($1::bigint[] is null or known.agent_id = any($1::bigint[]))
    left join lookup_values s on s.list = 'status.lead' and s.id = l.status_id`,
  filters: {
    // Three letters or more match anywhere in the name; fewer match the start of the last name.
    name: containsName('l.search_name', { ...plainStartsWith('l.sort_name'), rangeSort: 'name' }),
    phone: ofPhone('l.phone'),
    agentId: { ...equalsNumber('coalesce(l.agent_id, 0)'), indexedSort: 'newest' },
    statusId: { ...equalsNumber('coalesce(l.status_id, 0)'), indexedSort: 'newest' },
    statusFrom: onOrAfter('l.status_day'),
    statusTo: onOrBefore('l.status_day'),
  },
  sorts: { newest: [], name: ['l.sort_name'], dob: ['l.dob'], statusDate: ['l.status_at'] },
  defaultSort: { sort: 'newest', order: 'desc' },
  columns: {
    id: 'l.id',
    version: 'l.version',
    firstName: 'l.first_name',
    middleName: 'l.middle_name',
    lastName: 'l.last_name',
    dob: 'l.dob',
    sex: 'l.sex',
    phone: 'l.phone',
    address: 'l.address',
    city: 'l.city',
    state: 'l.state',
    zipCode: 'l.zip_code',
    plan: 'l.plan',
    agentId: 'l.agent_id',
    agentName: 'a.name',
    contactId: 'known.id',
    contactName: `nullif(concat_ws(' ', nullif(known.first_name, ''), nullif(known.last_name, '')), '')`,
    customerId: 'cu.contact_id',
    statusId: 'l.status_id',
    statusName: 's.name',
    statusDate: 'l.status_at',
    doNotCall: `(${doNotCallSql('l.phone')} or ${wroteNoCallsSql('l.phone')})`,
    ffmApplicationId: 'l.ffm_application_id',
    source: 'l.source',
  } satisfies Record<keyof LeadRow, string>,
}

const today = `(now() at time zone 'America/New_York')::date`

export const leadExport = listExport(leadList, {
  title: 'Leads',
  filters: {
    name: 'Name',
    phone: phoneLabel('Phone'),
    agentId: nameLabel('Assigned to', 'agents', 'Unassigned'),
    statusId: lookupLabel('Status', 'status.lead', 'None'),
    statusFrom: dayLabel('Status date from'),
    statusTo: dayLabel('Status date to'),
  },
  columns: [
    { label: 'Assigned to', kind: 'text', width: 18, column: 'agentName' },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'First name', kind: 'text', width: 14, column: 'firstName' },
    { label: 'Last name', kind: 'text', width: 16, column: 'lastName' },
    { label: 'Date of birth', kind: 'date', width: 10, column: 'dob' },
    { label: 'Age', kind: 'integer', width: 5, expression: `extract(year from age(${today}, l.dob))::int` },
    { label: 'Address', kind: 'text', width: 28, column: 'address' },
    { label: 'City', kind: 'text', width: 16, column: 'city' },
    { label: 'State', kind: 'text', width: 6, column: 'state' },
    { label: 'ZIP code', kind: 'text', width: 9, column: 'zipCode' },
    { label: 'Plan', kind: 'text', width: 30, column: 'plan' },
    { label: 'Status', kind: 'text', width: 14, column: 'statusName' },
    { label: 'Status date', kind: 'date', width: 10, expression: 'l.status_day' },
    { label: 'FFM application', kind: 'text', width: 14, column: 'ffmApplicationId' },
  ],
})
