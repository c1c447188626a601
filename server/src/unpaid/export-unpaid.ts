import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { nobody, type UnpaidQuery } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { findStatus } from '../history/status-history.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { resolvedExportColumns, unpaidExportColumns, unpaidList } from './unpaid-list.ts'

const titles = { unpaid: 'Unpaid policies', lost: 'Lost policies' } as const satisfies Record<UnpaidVariant, string>

/** Exports all policies of a variant that match the filters and are visible to the user, as pdf, xlsx or csv. */
export async function exportUnpaid(
  call: SignedInCall,
  variant: UnpaidVariant,
  format: ExportFormat,
  query: UnpaidQuery,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const isResolved = query.state === 'resolved'
  const options = {
    title: isResolved ? `${titles[variant]}, resolved` : titles[variant],
    columns: isResolved ? resolvedExportColumns : unpaidExportColumns,
    filters: await filtersInWords(call.db, variant, query),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, unpaidList(variant, query), options, query, call.user.visibility('Policy'))
}

async function filtersInWords(
  db: Db,
  variant: UnpaidVariant,
  query: UnpaidQuery,
): Promise<{ label: string; value: string }[]> {
  const nameIn = async (table: 'agents' | 'carriers', id: number | undefined) =>
    id ? (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name : undefined
  const words: [string, string | undefined][] = [
    ['Insured', query.insuredName],
    ['Policy number', query.policyNumber],
    ['Agent', query.agentId === nobody ? 'Not assigned' : await nameIn('agents', query.agentId)],
    ['AOR', await nameIn('agents', query.aorId)],
    ['Carrier', await nameIn('carriers', query.carrierId)],
    ['Status', query.statusId && (await findStatus(db, variantOf[variant].statuses, query.statusId))],
    ['Month', query.month && longMonthNames[query.month - 1]],
    ['Year', query.year?.toString()],
  ].map(([label, value]) => [label, value || undefined] as [string, string | undefined])
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
