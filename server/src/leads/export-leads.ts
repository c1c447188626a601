import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { LeadFilters } from '@coverdesk/domain/leads/lead-contract.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { leadExportColumns, leadList } from './lead-list.ts'

/** All leads that match the filters and that the user can see, as PDF, XLSX or CSV. */
export async function exportLeads(
  call: SignedInCall,
  format: ExportFormat,
  query: LeadFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const shown = {
    title: 'Leads',
    columns: leadExportColumns,
    filters: await filtersInWords(call.db, query),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, leadList, shown, query, call.user.visibility('Lead'))
}

async function filtersInWords(db: Db, query: LeadFilters): Promise<{ label: string; value: string }[]> {
  const agent = query.agentId
    ? await db.selectFrom('agents').select('name').where('id', '=', query.agentId).executeTakeFirst()
    : undefined
  const status = query.statusId
    ? await db
        .selectFrom('lookup_values')
        .select('name')
        .where('list', '=', 'status.lead')
        .where('id', '=', query.statusId)
        .executeTakeFirst()
    : undefined
  const words: [string, string | undefined][] = [
    ['Name', query.name],
    ['Phone', query.phone && showPhone(query.phone)],
    ['Assigned to', query.agentId === 0 ? 'Nobody' : agent?.name],
    ['Status', query.statusId === 0 ? 'None' : status?.name],
    ['Status date from', query.statusFrom && showDate(query.statusFrom)],
    ['Status date to', query.statusTo && showDate(query.statusTo)],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
