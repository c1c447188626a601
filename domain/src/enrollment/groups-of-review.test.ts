import { expect, test } from 'vitest'
import type { Enrollee } from './enrollment-groups.ts'
import { groupsOfReview } from './groups-of-review.ts'

const person = (id: string): Enrollee => ({
  id,
  name: id,
  aptcCents: 20050,
  problem: null,
  mayHaveMedicaid: false,
  csr: null,
})
const groups = [
  {
    applicants: ['1'],
    plan: { id: 'a', name: 'Silver', issuer: 'Ambetter', premium: '310.20', creditable: '300.10' },
    aptc_selected: '200.50',
  },
]

test('ENROLL-02 an agent goes on with the groups that the client has reviewed', () => {
  expect(groupsOfReview([person('1')], { groups })).toEqual([
    {
      id: 1,
      applicants: ['1'],
      plan: { id: 'a', name: 'Silver', issuer: 'Ambetter', premiumCents: 31020, creditableCents: 30010 },
      aptcCents: 20050,
    },
  ])
})

test('ENROLL-02 groups of a review in which an applicant is missing, or without a review, are not taken', () => {
  expect(groupsOfReview([person('1'), person('2')], { groups })).toBeNull()
  expect(groupsOfReview([person('2')], { groups })).toBeNull()
  expect(groupsOfReview([], { groups: [] })).toBeNull()
})
