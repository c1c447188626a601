import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { PolicyQuery } from '@coverdesk/domain/policies/policy-contract.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { policyContactColumns, policyExportColumns, policyList } from './policy-list.ts'

/**
 * Exports all policies that match the filters and are visible to the user, as pdf, xlsx or csv (POLICY-12, POLICY-13).
 */
export async function exportPolicies(
  call: SignedInCall,
  format: ExportFormat,
  query: PolicyQuery,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const year = Number(todayIn(call.now).slice(0, 4))
  const columns =
    format === 'pdf'
      ? policyExportColumns
      : [...policyExportColumns.slice(0, 9), ...policyContactColumns, ...policyExportColumns.slice(9)]
  const options = {
    title: `Policies, commissions ${year}`,
    columns,
    filters: await filtersInWords(call.db, query),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, policyList, options, query, call.user.visibility('Policy'), year)
}

async function filtersInWords(db: Db, query: PolicyQuery): Promise<{ label: string; value: string }[]> {
  const carrier =
    query.carrier === undefined
      ? undefined
      : await db.selectFrom('carriers').select('name').where('id', '=', query.carrier).executeTakeFirst()
  const agent =
    query.agentId === undefined
      ? undefined
      : await db.selectFrom('agents').select('name').where('id', '=', query.agentId).executeTakeFirst()
  const words: [string, string | undefined][] = [
    ['Policy number', query.policyNumber],
    ['Name', query.name],
    ['ZIP code', query.zipCode],
    ['Born on or after', query.fromDob && showDate(query.fromDob)],
    ['Effective from', query.effectiveFrom && showDate(query.effectiveFrom)],
    ['Effective to', query.effectiveTo && showDate(query.effectiveTo)],
    ['Cancelled', query.cancelled && 'Left out'],
    ['City', query.city],
    ['County', query.county],
    ['State', query.state],
    ['Carrier', carrier?.name],
    ['Status', query.status],
    ['Agent', agent?.name],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
