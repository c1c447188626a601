import type { ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, plainStartsWith, sinceDay, untilDay } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { displayName } from '../users/user-list.ts'
import { revokedAfter } from './revoked-after.ts'

const consentEnded = `signed.ends_on <= (now() at time zone 'America/New_York')::date`

/** Fewer than three letters match the start of the last name. */
const beginsName = { ...plainStartsWith('i.sort_name'), rangeSort: 'name' }

/** The list of internal applications (APP-01 to APP-03). */
export const applicationList: ListDeclaration = {
  name: 'internal-applications',
  table: 'internal_applications i',
  key: 'i.id',
  visibleTo: 'i.owner',
  agentSort: 'createdDate',
  versioned: true,
  subject: 'number',
  joins: `
    left join agents a on a.id = i.assigned_agent_id
    left join agents ca on ca.id = i.created_by_agent_id
    left join users u on u.id = i.created_by
    left join contacts c on c.id = u.contact_id
    left join lookup_values s on s.list = 'status.application' and s.id = i.status_id
    left join lateral (select max(r.created_at) as at from consent_requests r where r.application_id = i.id) asked on true
    left join lateral (
      select g.signed_at as at, g.ends_on, ${revokedAfter} as revoked_at from consents g
      where g.application_id = i.id order by g.signed_at desc limit 1) signed on true`,
  filters: {
    search: containsName('i.search_text', beginsName),
    name: containsName('i.search_name', beginsName),
    createdFrom: sinceDay('i.created_at', 'createdDate'),
    createdTo: untilDay('i.created_at', 'createdDate'),
    assignedTo: { ...equalsNumber('coalesce(i.assigned_agent_id, 0)'), indexedSort: 'createdDate' },
    createdBy: { ...equalsNumber('coalesce(i.created_by_agent_id, 0)'), indexedSort: 'createdDate' },
    statusId: { ...equalsNumber('i.status_id'), indexedSort: 'createdDate' },
  },
  sorts: { createdDate: ['i.created_at'], name: ['i.sort_name'] },
  defaultSort: { sort: 'createdDate', order: 'desc' },
  columns: {
    id: 'i.uuid',
    number: 'i.id',
    version: 'i.version',
    statusId: 'i.status_id',
    status: 's.name',
    firstName: 'i.first_name',
    middleName: 'i.middle_name',
    lastName: 'i.last_name',
    dob: 'i.dob',
    carrier: 'i.carrier',
    planSelected: 'i.plan_selected',
    createdDate: instantOf('i.created_at'),
    createdByAgentName: `coalesce(ca.name, ${displayName})`,
    assignedToAgentId: 'i.assigned_agent_id',
    assignedToAgentName: 'a.name',
    email: 'i.email',
    phone: 'i.phone',
    address: 'i.address',
    state: 'i.state',
    annualIncome: 'i.annual_income::text',
    applicationId: 'i.marketplace_id',
    inWizard: 'exists (select from ede_applications e where e.application_id = i.id)',
    consentSentDate: instantOf('asked.at'),
    consentSignedDate: `case when signed.revoked_at is null and not ${consentEnded} then ${instantOf('signed.at')} end`,
    consentRevokedDate: instantOf('signed.revoked_at'),
    consentEndedOn: `case when signed.revoked_at is null and ${consentEnded} then signed.ends_on end`,
  } satisfies Record<keyof ApplicationRow, string>,
}
