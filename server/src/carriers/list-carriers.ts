import type { CarrierFilters, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { carrierExportColumns, carrierList } from './carrier-list.ts'

const everyone = { all: true } as const

/** Page of the carriers, or all filtered ones as a file. */
export function listCarriers(brands: Brands): Handler<typeof carriers.list> {
  return async (call, query) => {
    if (!call.format) return await listPage(call.db, carrierList, query, everyone)
    const brand = brandOf(brands, call.host)
    const shown = {
      title: 'Carriers',
      columns: carrierExportColumns,
      filters: filtersInWords(query),
      brand: { name: brand.name, color: brand.colors.light },
      timeZone: 'America/New_York',
    }
    return await exportList(call, call.format, carrierList, shown, query, everyone)
  }
}

function filtersInWords({ name, state, status }: CarrierFilters): { label: string; value: string }[] {
  const words: [string, string | undefined][] = [
    ['Name', name],
    ['State', state],
    ['Status', status === undefined ? undefined : status === 'active' ? 'Active' : 'Inactive'],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
