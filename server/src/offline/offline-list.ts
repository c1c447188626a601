import type { OfflineRow } from '@coverdesk/domain/offline/offline-contract.ts'
import { instantOf } from '../platform/db/instant.ts'
import { dayLabel, lookupLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  byWord,
  equalsNumber,
  type ListFilter,
  ofPhone,
  plainStartsWith,
  sinceDay,
  startsWith,
  untilDay,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { displayName } from '../users/user-list.ts'

const applicantName = `concat_ws(' ', o.first_name, nullif(o.middle_name, ''), o.last_name)`

/** Applications by comma-separated ids: the result of a search by SSN; not a client filter. */
const amongIds: ListFilter = {
  types: ['text'],
  condition: (ids) => `o.id = any(string_to_array(${ids}, ',')::bigint[])`,
  valuesOf: (typed) => [typed],
}

/** The management list of offline applications (OFFLINE-23, A-072). */
export const offlineList: ListDeclaration = {
  name: 'offline-applications',
  table: 'offline_applications o',
  key: 'o.id',
  visibleTo: 'o.owner',
  agentSort: 'createdDate',
  versioned: true,
  subject: 'applicationId',
  joins: `
    left join users u on u.id = o.created_by
    left join contacts c on c.id = u.contact_id
    left join lookup_values s on s.list = 'generic.4' and s.id = o.source_id`,
  filters: {
    applicant: containsName('o.search_name', { ...plainStartsWith('o.sort_name'), rangeSort: 'applicant' }),
    phone: ofPhone('o.phone'),
    email: startsWith('o.email'),
    source: equalsNumber('o.source_id'),
    createdFrom: sinceDay('o.created_at', 'createdDate'),
    createdTo: untilDay('o.created_at', 'createdDate'),
    processed: byWord({ yes: 'o.processed_at is not null', no: 'o.processed_at is null' }),
    amongIds,
  },
  sorts: {
    createdDate: ['o.created_at'],
    applicationId: [],
    applicant: ['o.sort_name'],
  },
  defaultSort: { sort: 'createdDate', order: 'desc' },
  columns: {
    applicationId: 'o.id',
    applicant: applicantName,
    phone: 'o.phone',
    email: 'o.email',
    plan: 'o.plan_selected',
    members: 'o.member_count',
    source: 's.name',
    createdDate: instantOf('o.created_at'),
    createdBy: displayName,
    processedDate: instantOf('o.processed_at'),
  } satisfies Record<keyof OfflineRow, string>,
}

/** Files of applications; no sealed number is a column. */
export const offlineExport = listExport(offlineList, {
  title: 'Offline applications',
  filters: {
    applicant: 'Applicant',
    phone: 'Phone',
    email: 'Email',
    source: lookupLabel('Source', 'generic.4'),
    createdFrom: dayLabel('Created from'),
    createdTo: dayLabel('Created to'),
    processed: 'Processed',
  },
  columns: [
    { label: 'Application', kind: 'integer', width: 11, column: 'applicationId' },
    { label: 'Applicant', kind: 'text', width: 24, column: 'applicant' },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'Email', kind: 'text', width: 26, column: 'email' },
    { label: 'Plan', kind: 'text', width: 26, column: 'plan' },
    { label: 'Members', kind: 'integer', width: 8, column: 'members' },
    { label: 'Source', kind: 'text', width: 12, column: 'source' },
    { label: 'Created', kind: 'date', width: 10, expression: 'o.created_on' },
    { label: 'Created by', kind: 'text', width: 20, column: 'createdBy' },
    {
      label: 'Processed',
      kind: 'date',
      width: 10,
      expression: `(o.processed_at at time zone 'America/New_York')::date`,
    },
  ],
})
