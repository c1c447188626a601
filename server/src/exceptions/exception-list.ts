import type { ExceptionQuery, ExceptionRow } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { exceptionReasons } from '@coverdesk/domain/exceptions/match-line.ts'
import { reasonWords } from '@coverdesk/domain/exceptions/reason-words.ts'
import { instantOf } from '../platform/db/instant.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { type ListExport, listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  beginsNumber,
  equalsNumber,
  equalsNumberOrNone,
  equalsText,
  inMonth,
  plainStartsWith,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { selectList } from '../platform/lists/select-list.ts'

/** SQL condition for lines `l` that belong to no policy. Bonuses need none, and others were found to be none of ours. */
export const isException = `l.policy_id is null and l.matched_by is null and l.kind <> 'bonus'`
const isResolved = `l.matched_by in ('resolution', 'ignored')`

const stated = 'coalesce(l.stated_number, l.policy_number)'
const reason = `coalesce(l.exception, 'notLoaded')`

const listOf = (name: string, always: string): ListDeclaration => ({
  name,
  table: 'commission_lines l',
  key: 'l.id',
  visibleTo: 'l.agent_id',
  always,
  versioned: 'commission_lines',
  joins: `
    join carriers c on c.id = l.carrier_id
    left join agents a on a.id = l.agent_id
    left join import_batches b on b.id = l.last_batch_id
    left join line_resolutions z on l.matched_by in ('resolution', 'ignored') and z.carrier_id = l.carrier_id
      and z.number_key = policy_number_key(${stated}) and z.name_key = line_name_key(l.insured_name) and z.undone_at is null
    left join users u on u.id = z.created_by
    left join contacts n on n.id = u.contact_id`,
  filters: {
    carrierId: equalsNumber('l.carrier_id'),
    month: { ...inMonth('l.month'), rangeSort: 'month' },
    agentId: equalsNumberOrNone('l.agent_id'),
    reason: equalsText(reason),
    policyNumber: beginsNumber(stated),
    insured: containsName(
      'plain_text(l.insured_name)',
      plainStartsWith('plain_text(l.insured_name) collate "C"'),
      'written',
    ),
  },
  sorts: { month: ['l.month'], amount: ['l.amount'] },
  defaultSort: { sort: 'month', order: 'asc' },
  columns: {
    id: 'l.id',
    carrierId: 'l.carrier_id',
    carrier: 'c.name',
    policyNumber: stated,
    insuredName: 'l.insured_name',
    month: 'l.month::text',
    amount: 'l.amount::text',
    npn: 'l.agent_npn',
    agentId: 'l.agent_id',
    agent: 'a.name',
    reason,
    fileName: 'b.file_name',
    line: 'l.last_line',
    batchId: 'l.last_batch_id',
    resolvedTo: 'z.resolved_to',
    policyId: 'l.policy_id',
    ignored: 'z.ignored',
    resolvedBy: `case when z.id is not null then
      coalesce(nullif(concat_ws(' ', nullif(n.first_name, ''), nullif(n.last_name, '')), ''), u.user_name, 'Coverdesk') end`,
    resolvedAt: instantOf('z.created_at'),
  } satisfies Record<keyof ExceptionRow, string>,
})

const lists = {
  open: listOf('exceptions', isException),
  resolved: listOf('exceptions_resolved', isResolved),
} as const

/** Lines without a policy, or those that persons resolved. */
export function exceptionList({ state }: Pick<ExceptionQuery, 'state'> = {}): ListDeclaration {
  return lists[state ?? 'open']
}

const reasonCase = inWords(reason, reasonWords)

/** Files of the exceptions. */
export function exceptionExport(query: Pick<ExceptionQuery, 'state'>): ListExport {
  const resolved = query.state === 'resolved'
  return listExport(exceptionList(query), {
    title: resolved ? 'Exceptions, resolved' : 'Exceptions',
    filters: {
      carrierId: nameLabel('Carrier', 'carriers'),
      month: 'Statement',
      agentId: nameLabel('Agent', 'agents', 'None'),
      reason: {
        label: 'Reason',
        read: (value) => reasonWords[exceptionReasons.find((reason) => reason === value) ?? 'notLoaded'],
      },
      policyNumber: 'Policy number',
      insured: 'Insured',
    },
    columns: [
      { label: 'Insured', kind: 'text', width: 24, column: 'insuredName' },
      { label: 'Policy number', kind: 'text', width: 16, column: 'policyNumber' },
      { label: 'Carrier', kind: 'text', width: 16, column: 'carrier' },
      { label: 'Statement', kind: 'text', width: 9, expression: `to_char(l.month, 'MM/YYYY')` },
      { label: 'Amount', kind: 'money', width: 11, expression: 'l.amount' },
      ...(resolved
        ? ([
            { label: 'Resolved to', kind: 'text', width: 16, column: 'resolvedTo' },
            { label: 'Not ours', kind: 'text', width: 24, column: 'ignored' },
            { label: 'By', kind: 'text', width: 18, column: 'resolvedBy', sheetOnly: true },
          ] as const)
        : ([{ label: 'Reason', kind: 'text', width: 16, expression: reasonCase }] as const)),
      { label: 'Agent', kind: 'text', width: 18, column: 'agent' },
      { label: 'NPN', kind: 'text', width: 11, column: 'npn', sheetOnly: true },
      { label: 'File', kind: 'text', width: 26, column: 'fileName', sheetOnly: true },
      { label: 'Line', kind: 'integer', width: 8, expression: 'l.last_line', sheetOnly: true },
    ],
  })
}

/** Selects lines as the lists show them, open and resolved; a condition on `l` follows. */
export const selectExceptions = selectList(lists.open)
