import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type NewOverride, type OverrideRow, overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { carrierWords, partWords, payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { sql } from 'kysely'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsNumberOrNone } from '../platform/lists/list-filters.ts'
import { spanFilters } from '../platform/lists/span-filters.ts'
import { partColumns, partExpression, percentOf, spanColumns, timeWords } from './pay-term-columns.ts'
import { lockAgent, type PayTermKind } from './pay-term-kind.ts'

const list: ListDeclaration = {
  name: 'override_terms',
  table: 'override_terms t',
  key: 't.id',
  versioned: true,
  joins: 'join agents a on a.id = t.agent_id left join carriers c on c.id = t.carrier_id',
  filters: {
    agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'agent' },
    carrierId: { ...equalsNumberOrNone('t.carrier_id'), indexedSort: 'agent' },
    level: equalsNumber('t.level'),
    ...spanFilters('t'),
  },
  sorts: { agent: ['t.agent_sort', 't.agent_id', 't.level', 't.start_date'], startDate: ['t.start_date'], newest: [] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    carrierId: 't.carrier_id',
    carrierName: 'c.name',
    level: 't.level',
    basis: 't.basis',
    percent: percentOf('t.percent'),
    amount: 't.amount::text',
    startDate: 't.start_date::text',
    endDate: 't.end_date::text',
  } satisfies Record<keyof OverrideRow, string>,
}

const exported = listExport(list, {
  title: 'Overrides',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    carrierId: nameLabel('Carrier', 'carriers', 'Any carrier'),
    level: 'Level',
    when: wordLabel('When', timeWords),
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Agent NPN', kind: 'text', width: 11, expression: 'a.npn', sheetOnly: true },
    { label: 'Level', kind: 'integer', width: 6, column: 'level' },
    { label: 'Carrier', kind: 'text', width: 24, expression: `coalesce(c.name, 'Any carrier')` },
    { label: 'Part', kind: 'text', width: 18, expression: partExpression },
    { label: 'Start date', kind: 'date', width: 10, expression: 't.start_date' },
    { label: 'End date', kind: 'date', width: 10, expression: 't.end_date' },
  ],
})

/** Overrides of agents on the money of those below. */
export const overrideKind: PayTermKind<OverrideRow, NewOverride> = {
  calls: overrides,
  entity: 'override',
  list,
  exported,
  table: 'override_terms',
  columns: (said) => ({ level: said.level, ...partColumns(said), ...spanColumns(said) }),
  fixed: ({ agentId, carrierId }) => ({ agent_id: agentId, carrier_id: carrierId }),
  lock: (db, _call, { agentId }) => lockAgent(db, agentId),
  oneADay: {
    same: ({ agentId, carrierId, level }) =>
      sql`t.agent_id = ${agentId} and t.carrier_id is not distinct from ${carrierId}::bigint and t.level = ${level}`,
    days: ({ startDate, endDate }) => ({ startDate, endDate }),
    name: (row) => `override of ${partWords(row)} on level ${row.level}, ${payDaysWords(row)}`,
  },
  labels: { agent: 'Agent', carrier: 'Carrier', level: 'Level', part: 'Part', start: 'Start date', end: 'End date' },
  inWords: (row) => ({
    agent: row.agentName,
    carrier: carrierWords(row),
    level: row.level,
    part: partWords(row),
    start: showDate(row.startDate),
    end: showDate(row.endDate),
  }),
}
