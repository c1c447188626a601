import { dayLabel, nameLabel, phoneLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  equalsNumberOrNone,
  type ListFilter,
  ofPhone,
  onDay,
  plainStartsWith,
  sinceDay,
  untilDay,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** SQL expression for the display name of a row's author; `u` are users, `uc` their contacts. */
export const writerName = `coalesce(nullif(concat_ws(' ', nullif(uc.first_name, ''), nullif(uc.last_name, '')), ''), u.user_name)`

const byCode = (column: string, table: 'countries' | 'states'): ListFilter => ({
  types: ['text'],
  condition: (code) => `${column} = (select id from ${table} where code = ${code})`,
  valuesOf: (typed) => [typed],
})

/**
 * The list of contacts. Contacts without an agent are visible only to users who can see all contacts; merged ones are hidden.
 * Email, phone and place are the main ones, as shown in a row.
 */
export const contactList: ListDeclaration = {
  name: 'contacts',
  table: 'contacts c',
  key: 'c.id',
  always: 'c.merged_into is null',
  visibleTo: 'c.agent_id',
  agentSort: 'name',
  versioned: true,
  joins: `
    left join customers cu on cu.contact_id = c.id
    left join users u on u.id = c.created_by
    left join contacts uc on uc.id = u.contact_id
    left join agents ag on ag.id = c.agent_id
    left join lateral (
      select a.address, ci.name as city, co.code as country_code
      from contact_addresses a
      left join cities ci on ci.id = a.city_id
      left join countries co on co.id = a.country_id
      where a.contact_id = c.id order by a.position, a.id limit 1) ad on true`,
  filters: {
    // Three letters or more match anywhere in the name; fewer match the start of the last name.
    name: containsName('c.search_name', { ...plainStartsWith('c.sort_name'), rangeSort: 'name' }),
    email: plainStartsWith('plain_text(c.main_email) collate "C"'),
    phone: ofPhone('c.main_phone'),
    dateOfBirth: onDay('c.dob'),
    country: byCode('c.main_country_id', 'countries'),
    state: byCode('c.main_state_id', 'states'),
    agentId: { ...equalsNumberOrNone('c.agent_id'), indexedSort: 'name' },
    createdFrom: sinceDay('c.created_at', 'createdAt'),
    createdTo: untilDay('c.created_at', 'createdAt'),
  },
  sorts: { name: ['c.sort_name'], dateOfBirth: ['c.dob'], createdAt: ['c.created_at'] },
  defaultSort: { sort: 'name', order: 'asc' },
  columns: {
    id: 'c.id',
    firstName: 'c.first_name',
    middleName: 'c.middle_name',
    lastName: 'c.last_name',
    email: 'c.main_email',
    phone: 'c.main_phone',
    dateOfBirth: 'c.dob',
    address: `json_build_object('address', ad.address, 'city', ad.city, 'countryCode', ad.country_code)`,
    demographics: `json_build_object('gender', c.sex)`,
    createdAt: 'c.created_at',
    createdBy: writerName,
    customer: 'cu.contact_id is not null',
    agentName: 'ag.name',
  },
}

export const contactExport = listExport(contactList, {
  title: 'Contacts',
  filters: {
    name: 'Name',
    email: 'Email',
    phone: phoneLabel('Phone'),
    dateOfBirth: dayLabel('Date of birth'),
    country: 'Country',
    state: 'State',
    agentId: nameLabel('Agent', 'agents', 'Unassigned'),
    createdFrom: dayLabel('Created from'),
    createdTo: dayLabel('Created to'),
  },
  columns: [
    { label: 'First name', kind: 'text', width: 14, column: 'firstName' },
    { label: 'Last name', kind: 'text', width: 16, column: 'lastName' },
    { label: 'Email', kind: 'text', width: 28, column: 'email' },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'Date of birth', kind: 'date', width: 10, column: 'dateOfBirth' },
    {
      label: 'Sex',
      kind: 'text',
      width: 8,
      expression: `case c.sex when 'F' then 'Female' when 'M' then 'Male' end`,
    },
    { label: 'Address', kind: 'text', width: 28, expression: 'ad.address' },
    { label: 'City', kind: 'text', width: 16, expression: 'ad.city' },
    { label: 'Country', kind: 'text', width: 8, expression: 'ad.country_code' },
    { label: 'Agent', kind: 'text', width: 18, column: 'agentName' },
    {
      label: 'Created',
      kind: 'date',
      width: 10,
      expression: `(c.created_at at time zone 'America/New_York')::date`,
    },
    { label: 'Created by', kind: 'text', width: 18, column: 'createdBy' },
  ],
})
