import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MarketplaceRow, marketplaceSorts } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { planCell } from '../policies/plan-name.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './marketplace.module.css'

type ApplicationSort = (typeof marketplaceSorts)[number]

/** Name of the applicant, or the exchange id without one. */
export function applicationName({ userFirstName, userLastName, exchangeAssignedId }: MarketplaceRow): string {
  return [userFirstName, userLastName].filter(Boolean).join(' ') || exchangeAssignedId
}

function Eligible({ eligible }: { eligible: boolean }) {
  return (
    <span title={eligible ? 'At least one applicant is eligible' : 'No applicant is eligible'}>
      <StatusPill tone={eligible ? 'green' : 'grey'}>{eligible ? 'E' : 'U'}</StatusPill>
    </span>
  )
}

/** Columns of the list (MKAPP-03, MKAPP-10). */
export const applicationColumns: readonly ListColumn<MarketplaceRow, ApplicationSort>[] = [
  { id: 'customer', header: 'Customer', cell: applicationName, width: 160, sort: 'name', pinned: true },
  { id: 'eligible', header: 'E/U', cell: ({ eligible }) => <Eligible eligible={eligible} />, width: 58 },
  {
    id: 'details',
    header: 'Details',
    cell: (row) => (
      <Link
        to={paths.ownApplication(row.exchangeAssignedId)}
        tabIndex={-1}
        className={css.link}
        aria-label={`Details of ${applicationName(row)}`}
      >
        Details
      </Link>
    ),
    width: 68,
    hideable: false,
  },
  { id: 'exchangeId', header: 'Exchange ID', cell: (row) => row.exchangeAssignedId, width: 112 },
  { id: 'plan', header: 'Plan', cell: (row) => planCell(row.planName), width: 190, grow: 1 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 130 },
  { id: 'agentSale', header: 'Sales agent', cell: (row) => row.agentSaleName, width: 130 },
  { id: 'agent', header: 'Agent on record', cell: (row) => row.agentName, width: 134 },
  {
    id: 'enrollmentDate',
    header: 'Enrollment',
    cell: (row) => row.enrollmentDate,
    kind: 'date',
    width: 98,
    sort: 'enrollmentDate',
  },
  { id: 'aptc', header: 'APTC', cell: (row) => row.eligibilityAPTCElected, kind: 'money', width: 84 },
  {
    id: 'phone',
    header: 'Phone',
    cell: (row) => showPhone(row.userPhone),
    width: 116,
    quiet: true,
    proportional: true,
  },
  { id: 'email', header: 'Email', cell: (row) => row.userEmail, width: 180, quiet: true },
  { id: 'address', header: 'Address', cell: placeOf, width: 220, quiet: true },
  {
    id: 'snapshotDate',
    header: 'Snapshot',
    cell: (row) => todayIn(new Date(row.snapshotDate)),
    kind: 'date',
    width: 98,
    sort: 'snapshotDate',
  },
]

/** Default columns. */
export const applicationPreference: ScreenPreference = { hidden: ['phone', 'email', 'address'] }

function placeOf(row: MarketplaceRow): string {
  const { userAddress, userAddressCity, userAddressStateCode, userAddressZipCode } = row
  return [userAddress, userAddressCity, [userAddressStateCode, userAddressZipCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
}

export const applicationPhoneRow: PhoneRow<MarketplaceRow> = {
  title: applicationName,
  subtitle: (row) => [row.planName, row.carrierName].filter(Boolean).join(', ') || row.exchangeAssignedId,
  badge: ({ eligible }) => <Eligible eligible={eligible} />,
}
