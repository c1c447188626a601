import type { ContactFilters } from '@coverdesk/domain/contacts/contact-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { contactExportColumns, contactList } from './contact-list.ts'

/** All contacts that match the filters and that the user can see, as PDF, XLSX or CSV. */
export async function exportContacts(
  call: SignedInCall,
  format: ExportFormat,
  query: ContactFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const words: [string, string | undefined][] = [
    ['Name', query.name],
    ['Email', query.email],
    ['Phone', query.phone && showPhone(query.phone)],
    ['Date of birth', query.dateOfBirth && showDate(query.dateOfBirth)],
    ['Country', query.country],
    ['State', query.state],
  ]
  const shown = {
    title: 'Contacts',
    columns: contactExportColumns,
    filters: words.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, contactList, shown, query, call.user.visibility('Customer'))
}
