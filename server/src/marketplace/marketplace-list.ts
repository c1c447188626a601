import type { MarketplaceRow } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { dayLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { contains, equalsNumber, onOrAfter, onOrBefore, plainStartsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/**
 * The list of marketplace applications. Both its agents see an application; only users who see all see one without an
 * agent.
 */
export const marketplaceList: ListDeclaration = {
  name: 'marketplace-applications',
  table: 'marketplace_applications m',
  key: 'm.id',
  visibleTo: ['m.agent_id', 'm.sale_agent_id'],
  versioned: true,
  joins: `
    left join agents a on a.id = m.agent_id
    left join agents sa on sa.id = m.sale_agent_id
    left join carriers c on c.id = m.carrier_id`,
  filters: {
    // Three letters match anywhere; fewer match the start of the last name or of the plan name.
    name: containsName('m.search_name', { ...plainStartsWith('m.sort_name'), rangeSort: 'name' }),
    planName: contains('m.search_plan', plainStartsWith('m.search_plan')),
    carrierId: { ...equalsNumber('coalesce(m.carrier_id, 0)'), indexedSort: 'enrollmentDate' },
    agentSaleId: { ...equalsNumber('coalesce(m.sale_agent_id, 0)'), indexedSort: 'enrollmentDate' },
    agentId: { ...equalsNumber('coalesce(m.agent_id, 0)'), indexedSort: 'enrollmentDate' },
    enrollmentFrom: { ...onOrAfter('m.enrollment_day'), rangeSort: 'enrollmentDate' },
    enrollmentTo: { ...onOrBefore('m.enrollment_day'), rangeSort: 'enrollmentDate' },
  },
  sorts: { enrollmentDate: ['m.enrollment_day'], name: ['m.sort_name'], snapshotDate: ['m.snapshot_at'] },
  defaultSort: { sort: 'enrollmentDate', order: 'desc' },
  columns: {
    id: 'm.id',
    version: 'm.version',
    exchangeAssignedId: 'm.exchange_assigned_id',
    snapshotDate: 'm.snapshot_at',
    userFirstName: 'm.user_first_name',
    userLastName: 'm.user_last_name',
    userPhone: 'm.user_phone',
    userEmail: 'm.user_email',
    userAddress: 'm.user_address',
    userAddressCity: 'm.user_city',
    userAddressCounty: 'm.user_county',
    userAddressStateCode: 'm.user_state',
    userAddressZipCode: 'm.user_zip_code',
    planName: 'm.plan_name',
    carrierId: 'm.carrier_id',
    carrierName: 'coalesce(c.name, m.carrier_name)',
    agentId: 'm.agent_id',
    agentName: 'coalesce(a.name, m.agent_name)',
    agentSaleId: 'm.sale_agent_id',
    agentSaleName: 'coalesce(sa.name, m.sale_agent_name)',
    eligibilityAPTCElected: 'm.aptc_elected::text',
    eligible: 'm.eligible',
    enrollmentDate: 'm.enrollment_day',
  } satisfies Record<keyof MarketplaceRow, string>,
}

export const marketplaceExport = listExport(marketplaceList, {
  title: 'Marketplace applications',
  filters: {
    name: 'Customer',
    planName: 'Plan',
    carrierId: nameLabel('Carrier', 'carriers', 'Other agency'),
    agentSaleId: nameLabel('Sales agent', 'agents', 'Other agency'),
    agentId: nameLabel('Agent on record', 'agents', 'Other agency'),
    enrollmentFrom: dayLabel('Enrolled from'),
    enrollmentTo: dayLabel('Enrolled to'),
  },
  columns: [
    { label: 'Exchange ID', kind: 'text', width: 14, column: 'exchangeAssignedId' },
    { label: 'First name', kind: 'text', width: 14, column: 'userFirstName' },
    { label: 'Last name', kind: 'text', width: 16, column: 'userLastName' },
    { label: 'E/U', kind: 'text', width: 5, expression: `case when m.eligible then 'E' else 'U' end` },
    { label: 'Plan', kind: 'text', width: 30, column: 'planName' },
    { label: 'Carrier', kind: 'text', width: 18, column: 'carrierName' },
    { label: 'Sales agent', kind: 'text', width: 18, column: 'agentSaleName' },
    { label: 'Agent on record', kind: 'text', width: 18, column: 'agentName' },
    { label: 'Enrollment', kind: 'date', width: 10, column: 'enrollmentDate' },
    { label: 'APTC elected', kind: 'money', width: 11, expression: 'm.aptc_elected' },
    { label: 'Phone', kind: 'text', width: 12, column: 'userPhone' },
    { label: 'Email', kind: 'text', width: 26, column: 'userEmail' },
    { label: 'City', kind: 'text', width: 14, column: 'userAddressCity' },
    { label: 'State', kind: 'text', width: 6, column: 'userAddressStateCode' },
    { label: 'ZIP code', kind: 'text', width: 9, column: 'userAddressZipCode' },
    { label: 'Snapshot', kind: 'date', width: 10, expression: 'm.snapshot_day' },
  ],
})
