import { fail } from '@coverdesk/domain/fail.ts'
import { type HoldRow, holds, type NewHold } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { isVisibleRecord } from '../notes/noted-records.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { monthColumns, monthOf } from './pay-term-columns.ts'
import { lockAgent, type PayTermKind } from './pay-term-kind.ts'

const list: ListDeclaration = {
  name: 'pay_holds',
  table: 'pay_holds t',
  key: 't.id',
  versioned: true,
  joins: `left join agents a on a.id = t.agent_id
    left join policies p on p.id = t.policy_id
    left join users u on u.id = t.created_by
    left join contacts uc on uc.id = u.contact_id`,
  filters: {
    agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'firstMonth' },
    policyId: { ...equalsNumber('t.policy_id'), indexedSort: 'firstMonth' },
  },
  sorts: { firstMonth: ['t.first_month'], newest: [] },
  defaultSort: { sort: 'firstMonth', order: 'desc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    policyId: 't.policy_id',
    policyNumber: 'p.policy_number',
    insuredName: `nullif(concat_ws(' ', p.first_name, p.last_name), '')`,
    firstMonth: monthOf('t.first_month'),
    lastMonth: monthOf('t.last_month'),
    reason: 't.reason',
    heldBy: `coalesce(nullif(concat_ws(' ', nullif(uc.first_name, ''), nullif(uc.last_name, '')), ''), u.user_name)`,
  } satisfies Record<keyof HoldRow, string>,
}

const exported = listExport(list, {
  title: 'Holds',
  filters: { agentId: nameLabel('Agent', 'agents'), policyId: 'Policy id' },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Policy', kind: 'text', width: 16, column: 'policyNumber' },
    { label: 'First month', kind: 'text', width: 10, column: 'firstMonth' },
    { label: 'Last month', kind: 'text', width: 10, column: 'lastMonth' },
    { label: 'Reason', kind: 'text', width: 30, column: 'reason' },
    { label: 'Held by', kind: 'text', width: 20, column: 'heldBy' },
  ],
})

/** Pay of agents or policies that is not paid out. */
export const holdKind: PayTermKind<HoldRow, NewHold> = {
  calls: holds,
  entity: 'pay-hold',
  list,
  exported,
  table: 'pay_holds',
  columns: (said) => ({ ...monthColumns(said), reason: said.reason }),
  fixed: ({ agentId, policyId }, by) => ({ agent_id: agentId, policy_id: policyId, created_by: by }),
  lock: async (db, { user }, { agentId, policyId }) => {
    if (agentId !== null) await lockAgent(db, agentId)
    if (policyId === null) return
    const policy = { table: 'policies', key: 'id', visibility: user.visibility('Policy') }
    if (!(await isVisibleRecord(db, policyId, policy))) fail('record.not_found')
  },
  labels: { agent: 'Agent', policy: 'Policy', first: 'First month', last: 'Last month', reason: 'Reason' },
  inWords: (row) => ({
    agent: row.agentName,
    policy: row.policyNumber,
    first: row.firstMonth,
    last: row.lastMonth,
    reason: row.reason,
  }),
}
