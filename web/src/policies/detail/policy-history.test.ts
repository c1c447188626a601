import type { PolicyChange } from '@coverdesk/domain/policies/policy-contract.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { policyFieldLabel } from '@coverdesk/domain/policies/policy-field-words.ts'
import { expect, test } from 'vitest'
import { agentChangedOn, policyChangeText, sortHistory } from './policy-history.ts'

const change: PolicyChange = {
  at: '2026-11-20T03:30:00+00:00',
  field: 'PaidThroughDate',
  oldValue: '2026-10-31',
  newValue: '2026-11-30',
  fileName: 'ambetter_book_of_business_1119.csv',
  batchId: 7,
  line: 48,
  by: 'Ana Beltrán',
}
const agentChange = { ...change, field: 'AgentNPN', oldValue: '18002233', newValue: '19984127' }
const noNames = new Map<string, string>()

test('a change has a label and readable values, dated in the agency’s time zone', () => {
  expect(policyChangeText(change, noNames)).toMatchObject({
    title: 'Paid through',
    day: '11/19/2026',
    oldText: '10/31/2026',
    newText: '11/30/2026',
    tone: 'grey',
  })
  expect(
    policyChangeText({ ...change, field: 'MonthlyPremium', oldValue: null, newValue: '612.84' }, noNames),
  ).toMatchObject({
    oldText: null,
    newText: '$612.84',
  })
})

test('agents of record are shown by name if visible to the user, otherwise by NPN', () => {
  expect(policyChangeText(agentChange, new Map([['19984127', 'Ana Beltrán']]))).toMatchObject({
    title: 'Agent of record changed',
    oldText: 'NPN 18002233',
    newText: 'Ana Beltrán',
    tone: 'amber',
  })
})

test('the history is newest first, and an agent of record stands before what came with the same file', () => {
  const older = { ...change, at: '2026-10-20T03:30:00+00:00' }
  expect(sortHistory([change, agentChange, older])).toEqual([agentChange, change, older])
})

test('a change of the agent of record is news for 30 days; a first agent is none', () => {
  expect(agentChangedOn([change, agentChange], '2026-12-19')).toBe('11/19/2026')
  expect(agentChangedOn([agentChange], '2026-12-20')).toBeNull()
  expect(agentChangedOn([{ ...agentChange, oldValue: null }], '2026-11-20')).toBeNull()
})

test('every canonical column of a policy file has a label of its own', () => {
  const labels = policyFile.fields.map(({ name }) => policyFieldLabel(name))
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.filter((label) => /[a-z][A-Z]/.test(label))).toEqual([])
  expect(policyFieldLabel('RatingArea')).toBe('Rating area')
})
