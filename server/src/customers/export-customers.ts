import type { CustomerFilters } from '@coverdesk/domain/customers/customer-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { findStatus } from '../history/status-history.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { customerExportColumns, customerList } from './customer-list.ts'

/** All customers that match the filters and that the user can see, as PDF, XLSX or CSV. */
export async function exportCustomers(
  call: SignedInCall,
  format: ExportFormat,
  query: CustomerFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const status = query.statusId === undefined ? undefined : await findStatus(call.db, 'customer', query.statusId)
  const words: [string, string | undefined][] = [
    ['Name', query.fullName],
    ['Email', query.email],
    ['Phone', query.phone && showPhone(query.phone)],
    ['Status', status],
  ]
  const shown = {
    title: 'Customers',
    columns: customerExportColumns,
    filters: words.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, customerList, shown, query, call.user.visibility('Customer'))
}
