import { contactCheckWords } from '@coverdesk/domain/customers/contact-check.ts'
import { dayLabel, lookupLabel, nameLabel, phoneLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  equalsNumber,
  equalsNumberOrNone,
  ofPhone,
  onOrAfter,
  onOrBefore,
  plainStartsWith,
  sinceDay,
  startsWith,
  untilDay,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { contactCheckFilter } from './contact-check.ts'

const fullName = `concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, ''))`

/** The list of customers (CUST-01, CUST-04). */
export const customerList: ListDeclaration = {
  name: 'customers',
  table: 'customers cu',
  key: 'cu.contact_id',
  visibleTo: 'cu.agent_id',
  agentSort: 'fullName',
  always: 'not cu.merged',
  versioned: true,
  joins: `
    join contacts c on c.id = cu.contact_id
    left join agents a on a.id = cu.agent_id
    left join lookup_values st on st.list = 'status.customer' and st.id = cu.status_id
    left join lookup_values spoken on spoken.list = 'generic.3' and spoken.id = cu.language_speak_id
    left join lookup_values mailed on mailed.list = 'generic.3' and mailed.id = cu.language_mail_id`,
  filters: {
    // Three letters or more match anywhere in the name; fewer match the start of the last name.
    fullName: containsName('cu.search_name', { ...plainStartsWith('cu.sort_name'), rangeSort: 'fullName' }),
    email: { ...startsWith('cu.email'), rangeSort: 'email' },
    phone: ofPhone('cu.phone'),
    statusId: equalsNumber('cu.status_id'),
    agentId: { ...equalsNumberOrNone('cu.agent_id'), indexedSort: 'fullName' },
    createdFrom: sinceDay('cu.created_at', 'createdDate'),
    createdTo: untilDay('cu.created_at', 'createdDate'),
    bornFrom: onOrAfter('cu.dob'),
    bornTo: onOrBefore('cu.dob'),
    contactCheck: contactCheckFilter,
  },
  sorts: {
    fullName: ['cu.sort_name'],
    email: ['plain_text(cu.email) collate "C"'],
    createdDate: ['cu.created_at'],
  },
  defaultSort: { sort: 'fullName', order: 'asc' },
  columns: {
    id: 'cu.contact_id',
    fullName,
    firstName: 'c.first_name',
    middleName: 'c.middle_name',
    lastName: 'c.last_name',
    email: 'cu.email',
    phone: 'cu.phone',
    dob: 'cu.dob',
    sex: 'c.sex',
    statusId: 'cu.status_id',
    status: `coalesce(st.name, '')`,
    tglanguageSpkid: 'cu.language_speak_id',
    tglanguageMailId: 'cu.language_mail_id',
    languageSpk: 'spoken.name',
    languageMail: 'mailed.name',
    usCitizen: 'cu.us_citizen',
    agentId: 'cu.agent_id',
    agentName: 'a.name',
    createdDate: 'cu.created_at',
  },
}

const shownPhone = `coalesce(regexp_replace(cu.phone, '^(...)(...)(....)$', '(\\1) \\2-\\3'), '')`
const citizen = `case cu.us_citizen when true then 'YES' when false then 'NO' else '' end`

/** The same rows for display, with names instead of ids (CUST-22, A-062). */
export const customerView: ListDeclaration = {
  ...customerList,
  name: 'customer-view',
  versioned: 'customers',
  columns: {
    id: 'cu.contact_id',
    fullName,
    email: `coalesce(cu.email, '')`,
    phone: shownPhone,
    dob: `coalesce(to_char(cu.dob, 'MM/DD/YYYY'), '')`,
    sex: `coalesce(c.sex, '')`,
    status: `coalesce(st.name, '')`,
    languageSpk: `coalesce(spoken.name, '')`,
    languageMail: `coalesce(mailed.name, '')`,
    usCitizen: citizen,
    agent: `coalesce(a.name, '')`,
  },
}

export const customerExport = listExport(customerList, {
  title: 'Customers',
  filters: {
    fullName: 'Name',
    email: 'Email',
    phone: phoneLabel('Phone'),
    statusId: lookupLabel('Status', 'status.customer'),
    agentId: nameLabel('Agent', 'agents', 'Unassigned'),
    createdFrom: dayLabel('Created from'),
    createdTo: dayLabel('Created to'),
    bornFrom: dayLabel('Born from'),
    bornTo: dayLabel('Born to'),
    contactCheck: wordLabel('Email and phone', contactCheckWords),
  },
  columns: [
    { label: 'Name', kind: 'text', width: 24, column: 'fullName' },
    { label: 'Email', kind: 'text', width: 26, column: 'email' },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'Date of birth', kind: 'date', width: 12, column: 'dob' },
    { label: 'Sex', kind: 'text', width: 5, column: 'sex' },
    { label: 'Status', kind: 'text', width: 14, expression: 'st.name' },
    { label: 'Speaks', kind: 'text', width: 9, column: 'languageSpk' },
    { label: 'Mailing', kind: 'text', width: 9, column: 'languageMail' },
    { label: 'US Citizen', kind: 'text', width: 9, expression: citizen },
    { label: 'Agent', kind: 'text', width: 18, column: 'agentName' },
  ],
})
