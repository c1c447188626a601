import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { expect, test } from 'vitest'
import { closedColumns } from './variance-columns.tsx'

const row: VarianceRow = {
  id: 7,
  version: 2,
  policyId: 3,
  policyNumber: 'U90412837',
  insuredName: 'Marisol Echeverría',
  carrierId: 2,
  carrier: 'Ambetter',
  month: '2026-01-01',
  class: 'short',
  reason: 'Paid less than the schedule says.',
  expected: '44.00',
  received: '22.00',
  stake: '22.00',
  disputeBy: null,
  agentId: null,
  agent: null,
  ownerId: null,
  owner: null,
  statusId: 1,
  status: 'Recovered',
  closedAt: '2026-03-16T01:30:00.000Z',
  closedBy: 'march.csv, line 4',
  recovered: '22.00',
}

test('Closed is the day of the agency: what closes at half past nine in the evening closes that day', () => {
  expect(closedColumns.find(({ id }) => id === 'closed')?.cell(row)).toBe('2026-03-15')
})
