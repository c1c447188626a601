import type { ExceptionRow } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { expect, test } from 'vitest'
import { resolvedColumns } from './exception-columns.tsx'

const row: ExceptionRow = {
  id: 7,
  carrierId: 2,
  carrier: 'Ambetter',
  policyNumber: 'U90412837',
  insuredName: 'Marisol Echeverría',
  month: '2026-01-01',
  amount: '22.05',
  npn: null,
  agentId: null,
  agent: null,
  reason: 'nameDiffers',
  fileName: 'march.csv',
  line: 4,
  batchId: 1,
  resolvedTo: 'U90412838',
  policyId: 3,
  ignored: null,
  resolvedBy: 'Dana Whitfield',
  resolvedAt: '2026-03-16T01:30:00.000Z',
}

test('On is the day of the agency: what is decided at half past nine in the evening is decided that day', () => {
  expect(resolvedColumns.find(({ id }) => id === 'at')?.cell(row)).toBe('2026-03-15')
})
