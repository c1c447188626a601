import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { OfflineFilters } from '@coverdesk/domain/offline/offline-contract.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { lookupList } from '../lookups/lookup-queries.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { offlineExportColumns, offlineList } from './offline-list.ts'
import { offlineVisibility } from './offline-visibility.ts'

/**
 * Exports all applications that match the filters and are visible to the user, as pdf, xlsx or csv; no sealed number is
 * a column.
 */
export async function exportOffline(
  call: SignedInCall,
  format: ExportFormat,
  query: OfflineFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const options = {
    title: 'Offline applications',
    columns: offlineExportColumns,
    filters: await filtersInWords(call, query),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, offlineList, options, query, offlineVisibility(call.user))
}

async function filtersInWords({ db }: SignedInCall, query: OfflineFilters) {
  const sources = query.source === undefined ? [] : await lookupList(db, 'generic.4')
  const words: [string, string | undefined][] = [
    ['Applicant', query.applicant],
    ['Phone', query.phone],
    ['Email', query.email],
    ['Source', sources.find(({ id }) => id === query.source)?.name],
    ['Created from', query.createdFrom && showDate(query.createdFrom)],
    ['Created to', query.createdTo && showDate(query.createdTo)],
    ['Processed', query.processed],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
