import { fail } from '@coverdesk/domain/fail.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { type NewUpline, type UplineRow, uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { spanFilters } from '../platform/lists/span-filters.ts'
import { spanColumns, timeWords } from './pay-term-columns.ts'
import { lockAgent, type PayTermKind } from './pay-term-kind.ts'

const list: ListDeclaration = {
  name: 'agent_uplines',
  table: 'agent_uplines t',
  key: 't.id',
  versioned: true,
  joins: 'join agents a on a.id = t.agent_id join agents u on u.id = t.upline_id',
  filters: {
    agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'agent' },
    uplineId: { ...equalsNumber('t.upline_id'), indexedSort: 'agent' },
    ...spanFilters('t'),
  },
  sorts: { agent: ['t.agent_sort', 't.agent_id', 't.start_date'], startDate: ['t.start_date'], newest: [] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    uplineId: 't.upline_id',
    uplineName: 'u.name',
    startDate: 't.start_date::text',
    endDate: 't.end_date::text',
  } satisfies Record<keyof UplineRow, string>,
}

const exported = listExport(list, {
  title: 'Hierarchy',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    uplineId: nameLabel('Upline', 'agents'),
    when: wordLabel('When', timeWords),
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Agent NPN', kind: 'text', width: 11, expression: 'a.npn', sheetOnly: true },
    { label: 'Upline', kind: 'text', width: 24, column: 'uplineName' },
    { label: 'Upline NPN', kind: 'text', width: 11, expression: 'u.npn', sheetOnly: true },
    { label: 'Start date', kind: 'date', width: 10, expression: 't.start_date' },
    { label: 'End date', kind: 'date', width: 10, expression: 't.end_date' },
  ],
})

/** Agents above agents. */
export const uplineKind: PayTermKind<UplineRow, NewUpline> = {
  calls: uplines,
  entity: 'agent-upline',
  list,
  exported,
  table: 'agent_uplines',
  columns: (said) => ({ upline_id: said.uplineId, ...spanColumns(said) }),
  fixed: ({ agentId }) => ({ agent_id: agentId }),
  // The same lock as the trigger's: a circle that two transactions close together is refused by name, too.
  lock: async (db, _call, { agentId }) => {
    await sql`select pg_advisory_xact_lock(hashtext('agent uplines'), 0)`.execute(db)
    await lockAgent(db, agentId)
  },
  oneADay: {
    same: ({ agentId }) => sql`t.agent_id = ${agentId}`,
    days: ({ startDate, endDate }) => ({ startDate, endDate }),
    name: (row) => `upline ${row.uplineName}, ${payDaysWords(row)}`,
  },
  check: refuseCycle,
  labels: { agent: 'Agent', upline: 'Upline', start: 'Start date', end: 'End date' },
  inWords: (row) => ({
    agent: row.agentName,
    upline: row.uplineName,
    start: showDate(row.startDate),
    end: showDate(row.endDate),
  }),
}

/** Names the chain by which the agent would be above itself. */
async function refuseCycle(db: Db, said: NewUpline, except: number | null): Promise<void> {
  const { rows } = await sql<{ names: string[]; since: string }>`
    select (select array_agg(a.name order by n) from unnest(c.path) with ordinality p (id, n) join agents a on a.id = p.id) as names,
      c.since::text
    from upline_cycle(${said.agentId}, ${said.uplineId}, ${said.startDate}::date, ${said.endDate}::date, ${except}::bigint) c`.execute(
    db,
  )
  const [cycle] = rows
  if (!cycle) return
  const message = `${cycle.names[0]} would be their own upline from ${showDate(cycle.since)}: ${cycle.names.join(' → ')}`
  fail('upline.cycle', { message, details: [{ path: 'uplineId', message }] })
}
