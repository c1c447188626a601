import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { expect, test } from 'vitest'
import { lastSeenIn, policyFacts, taxCredit } from './policy-facts.ts'

const policy: PolicyDetail = {
  id: 7,
  policyNumber: 'U90412837',
  firstName: 'Marisol',
  lastName: 'Echeverría',
  address: '4210 SW 94th Ct',
  city: 'Miami',
  county: 'Miami-Dade',
  state: 'FL',
  zipCode: '33165',
  email: null,
  phone: '3055550142',
  planName: 'Standard Silver 87 + Vision + Adult Dental',
  numberOfMembers: 3,
  carrierId: 2,
  carrierName: 'Ambetter',
  policyId: null,
  status: 'Active',
  agentName: 'Ana Beltrán',
  agentId: 4,
  agentNpn: '19984127',
  dob: '1983-04-17',
  brokerEffectiveDate: '2026-11-01',
  effectiveDate: '2026-01-01',
  termDate: null,
  paidThroughDate: '2026-11-30',
  monthlyPremium: '612.84',
  memberResponsibility: '18.40',
  isCommissionEligible: true,
  memberId: null,
  exchangeSubscriberId: '0017743892',
  lastSeenFile: 'ambetter_book_of_business_1119.csv',
  lastSeenLine: 3318,
  lastSeenBatchId: 9,
  lastSeenAt: '2026-11-19T14:00:00+00:00',
  missingSince: null,
  commissions: [],
  history: [],
}

test('POLICY-07 CONST-07 the name/value rows read as people write them', () => {
  const facts = Object.fromEntries(
    policyFacts(policy, '2026-11-20', lastSeenIn(policy), 'No agent').map(({ label, value }) => [label, value]),
  )
  expect(facts).toMatchObject({
    Plan: 'Standard Silver 87 + Vision + Adult Dental',
    'Broker effective': '11/01/2026',
    'Effective, term': '01/01/2026 – open',
    Premium: '$612.84',
    'Tax credit': '$594.44',
    'Member pays': '$18.40',
    Born: '04/17/1983, 43 years',
    Phone: '(305) 555-0142',
    Email: null,
    Address: '4210 SW 94th Ct, Miami, FL 33165, Miami-Dade',
    'Last seen in': 'ambetter_book_of_business_1119.csv, line 3,318',
  })
})

test('the tax credit is counted in whole cents, and only when premium and member responsibility are there', () => {
  expect(taxCredit({ monthlyPremium: '0.30', memberResponsibility: '0.10' })).toBe('0.20')
  expect(taxCredit({ monthlyPremium: '612.84', memberResponsibility: null })).toBeNull()
  expect(taxCredit({ monthlyPremium: null, memberResponsibility: '0.00' })).toBeNull()
  expect(taxCredit({ monthlyPremium: '100.00', memberResponsibility: '120.00' })).toBeNull()
})
