import { type PolicyRow, policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { queryOf } from '../lists/use-list.ts'
import { cutPlanName, planCell } from './plan-name.tsx'
import { policyRowText } from './policy-actions.tsx'
import { PolicyAddress } from './policy-address.ts'
import { monthDue, policyColumns, policyContactColumns, withLines } from './policy-columns.tsx'
import { policyFilters } from './policy-filters.ts'

const row: PolicyRow = {
  id: 7,
  policyNumber: 'U90412837',
  firstName: 'Marisol',
  lastName: 'Echeverría',
  address: '4210 SW 94th Ct',
  city: 'Miami',
  county: 'Miami-Dade',
  state: 'FL',
  zipCode: '33165',
  email: 'marisol.e@example.com',
  phone: '3055550142',
  planName: 'Standard Silver 87 + Vision + Adult Dental',
  numberOfMembers: 3,
  carrierId: 2,
  carrierName: 'Ambetter',
  policyId: null,
  status: 'Active',
  agentId: 3,
  agentName: 'Ana Beltrán',
  effectiveDate: '2026-01-01',
  months: ['44.00', null, '44.00', '44.00', null, '88.00', '66.00', '66.00', '-66.00', '1066.00', null, null],
  notRated: [],
}

test('POLICY-04 the table has number, insured, plan, members and twelve months, January first', () => {
  const ids = policyColumns.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['policyNumber', 'insured', 'plan', 'members']))
  expect(ids.slice(-12).join(' ')).toBe('jan feb mar apr may jun jul aug sep oct nov dec')
  expect(policyColumns.slice(-12).map((column) => column.cell(row) ?? '-')[8]).toBe('-66.00')
})

test('POLICY-06 the second variant adds address, zip code, email and phone', () => {
  const added = policyContactColumns.filter((column) => !policyColumns.includes(column))
  expect(added.map(({ header }) => header)).toEqual(['Address', 'ZIP code', 'Email', 'Phone'])
  expect(added.map((column) => column.cell(row))).toEqual([
    '4210 SW 94th Ct, Miami, FL',
    '33165',
    'marisol.e@example.com',
    '(305) 555-0142',
  ])
})

test('POLICY-05 a plan name of 30 characters stays, one of 31 is cut to its first 30', () => {
  expect(cutPlanName('x'.repeat(30))).toBe('x'.repeat(30))
  expect(cutPlanName('x'.repeat(31))).toBe(`${'x'.repeat(30)}…`)
  expect(cutPlanName('é🙂'.repeat(16))).toBe(`${'é🙂'.repeat(15)}…`)
  expect(cutPlanName(null)).toBeNull()
})

test('POLICY-05 a cut plan name keeps its whole name under the mouse', () => {
  const cell = planCell(row.planName)
  if (!isValidElement<{ title: string; children: string }>(cell)) throw new Error('Not cut')
  expect(cell.props).toEqual({ title: row.planName, children: 'Standard Silver 87 + Vision + …' })
  expect(planCell('Complete Silver 87')).toBe('Complete Silver 87')
})

test('POLICY-01 the filters of the specification are there', () => {
  const names = policyFilters({ carriers: [], states: [], state: undefined }).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['policyNumber', 'zipCode', 'fromDob', 'city', 'county', 'state', 'carrier']),
  )
})

test('a copied row is its cells joined by tabs, the plan name whole', () => {
  const shown = policyColumns.filter(({ id }) => !['agent', 'effectiveDate', 'status'].includes(id))
  expect(policyRowText(row, shown)).toBe(
    [
      'U90412837',
      'Marisol Echeverría',
      'Standard Silver 87 + Vision + Adult Dental',
      'Ambetter',
      '3',
      '44.00',
      '',
      '44.00',
      '44.00',
      '',
      '88.00',
      '66.00',
      '66.00',
      '(66.00)',
      '1,066.00',
      '',
      '',
    ].join('\t'),
  )
})

test('CONST-01 an address without a page is the first page of 10; the screen’s own members stay out of the call', () => {
  const address = PolicyAddress.parse({ state: 'fl', contact: '1', policy: '12' })
  expect(address).toMatchObject({ contact: '1', policy: 12 })
  expect(queryOf(policies.list, address)).toEqual({ pageNumber: 1, pageSize: 10, state: 'FL' })
})

test('the month that should have come is the one before today, and never one of another year', () => {
  expect(['2026-01-31', '2026-02-01', '2026-12-31'].map(monthDue)).toEqual([0, 0, 10])
})

test('each month of a row opens the lines of that month, in both variants, and nothing else does', () => {
  for (const columns of [policyColumns, policyContactColumns]) {
    const opened: number[] = []
    for (const column of withLines(columns, (_row, month) => opened.push(month))) column.opens?.(row)
    expect(opened).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  }
})

test('a month with lines without a rate says so, a month without lines has no amount', () => {
  const [january, february] = policyColumns.slice(-12)
  const unrated = { ...row, months: [null, ...row.months.slice(1)], notRated: [1] }
  expect(isValidElement(january?.cell(unrated))).toBe(true)
  expect(february?.cell(unrated)).toBe(null)
})
