import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { expect, test } from 'vitest'
import { positionIn } from './policy-neighbors.ts'

const row: PolicyRow = {
  id: 1,
  policyNumber: 'U1',
  firstName: 'Ana',
  lastName: 'Ruiz',
  address: null,
  city: null,
  county: null,
  state: null,
  zipCode: null,
  email: null,
  phone: null,
  planName: null,
  numberOfMembers: null,
  carrierId: 1,
  carrierName: 'Ambetter',
  policyId: null,
  status: 'Active',
  agentId: null,
  agentName: null,
  notRated: [],
  effectiveDate: null,
  months: Array.from({ length: 12 }, () => null),
}

test('POLICY-10 the page of a policy knows its place in the list that it was opened from', () => {
  const data = [21, 22, 23].map((id) => ({ ...row, id }))
  const page = { data, totalRecords: 20_412, pageNumber: 3, pageSize: 10, totalPages: 2_042 }
  expect(positionIn(page, 21)).toEqual({ place: 21, total: 20_412, previous: undefined, next: 22 })
  expect(positionIn(page, 23)).toEqual({ place: 23, total: 20_412, previous: 22, next: undefined })
  expect(positionIn(page, 1)).toBeNull()
})
