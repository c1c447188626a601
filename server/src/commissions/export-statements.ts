import type { AgentStatementFilters } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { agentStatementColumns, agentStatementList } from './agent-statement-list.ts'

/** All statements that match the filters and that the user can see, as PDF or CSV (STMT-03). */
export async function exportStatements(
  call: SignedInCall,
  format: ExportFormat,
  query: AgentStatementFilters,
  brands: Brands,
): Promise<Download> {
  const brand = brandOf(brands, call.host)
  const shown = {
    title: ['Agent commission statement', query.month?.replace('/', '-')].filter(Boolean).join(' '),
    columns: agentStatementColumns,
    filters: [
      ...(await agentAndCarrier(call.db, query)),
      ...(query.month === undefined ? [] : [{ label: 'Month', value: query.month }]),
    ],
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, format, agentStatementList, shown, query, call.user.visibility('Statement'))
}

/** Agent and carrier of the filters, for display. */
export async function agentAndCarrier(
  db: Db,
  { agentId, carrierId }: { agentId?: number | undefined; carrierId?: number | undefined },
): Promise<{ label: string; value: string }[]> {
  const nameIn = async (table: 'agents' | 'carriers', id: number | undefined) =>
    id === undefined
      ? undefined
      : (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name
  const words = [
    { label: 'Agent', value: await nameIn('agents', agentId) },
    { label: 'Carrier', value: await nameIn('carriers', carrierId) },
  ]
  return words.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
