import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { MarketplaceFilters } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { marketplaceExportColumns, marketplaceList } from './marketplace-list.ts'

/** Exports all applications that match the filters and are visible to the user, as pdf or xlsx (MKAPP-02). */
export async function exportMarketplace(
  call: SignedInCall,
  format: ExportFormat,
  query: MarketplaceFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const options = {
    title: 'Marketplace applications',
    columns: marketplaceExportColumns,
    filters: await filtersInWords(call.db, query),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, marketplaceList, options, query, call.user.visibility('Application'))
}

async function filtersInWords(db: Db, query: MarketplaceFilters): Promise<{ label: string; value: string }[]> {
  const agent = async (id: number | undefined) =>
    id
      ? (await db.selectFrom('agents').select('name').where('id', '=', id).executeTakeFirst())?.name
      : id === 0
        ? 'Other agency'
        : undefined
  const carrier = query.carrierId
    ? await db.selectFrom('carriers').select('name').where('id', '=', query.carrierId).executeTakeFirst()
    : undefined
  const words: [string, string | undefined][] = [
    ['Customer', query.name],
    ['Plan', query.planName],
    ['Carrier', query.carrierId === 0 ? 'Other agency' : carrier?.name],
    ['Sales agent', await agent(query.agentSaleId)],
    ['Agent on record', await agent(query.agentId)],
    ['Enrolled from', query.enrollmentFrom && showDate(query.enrollmentFrom)],
    ['Enrolled to', query.enrollmentTo && showDate(query.enrollmentTo)],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
