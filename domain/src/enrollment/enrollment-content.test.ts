import { expect, test } from 'vitest'
import { readExchangeRecord } from '../marketplace/exchange-record.ts'
import { enrollmentContent, householdContent, type SentGroup } from './enrollment-content.ts'

const one: SentGroup = { applicants: ['1', '3'], plan: { id: 'a', premium: '310.20' }, aptc_selected: '200.50' }
const two: SentGroup = { applicants: ['2'], plan: { id: 'b', premium: '99.00' }, aptc_selected: '0.00' }
const content = enrollmentContent('app', [one, two])

test('ENROLL-09 an enrollment is the same in another order of people and groups, and with amounts written otherwise', () => {
  expect(enrollmentContent('app', [two, { ...one, applicants: ['3', '1'] }])).toBe(content)
  expect(enrollmentContent('app', [one, { ...two, plan: { id: 'b', premium: '99' }, aptc_selected: '0' }])).toBe(
    content,
  )
})

test('ENROLL-09 an enrollment is another one with other people, plans, premiums, credits or another application', () => {
  for (const [appId, groups] of [
    ['other', [one, two]],
    ['app', [one]],
    [
      'app',
      [
        { ...one, applicants: ['1'] },
        { ...two, applicants: ['2', '3'] },
      ],
    ],
    ['app', [{ ...one, plan: { ...one.plan, id: 'c' } }, two]],
    ['app', [{ ...one, plan: { ...one.plan, premium: '310.21' } }, two]],
    ['app', [{ ...one, aptc_selected: '200.51' }, two]],
  ] as const)
    expect(enrollmentContent(appId, groups)).not.toBe(content)
})

test('A-104 a household is another one with other people, facts of a person, place, eligibility or credit', () => {
  const ida = { id: '1', firstName: 'Ida', lastName: 'Case', dob: '1984-04-17', relationship: 'self' }
  const applicant = { personId: '1', eligibilityInitial: { indicator: true }, eligibility: { aptc: { amount: 200 } } }
  const record = {
    persons: [ida],
    contact: { zipCode: '33165', phone: '3055550142' },
    insuranceApplication: { applicants: [applicant] },
  }
  const householdOf = (change: object) => householdContent(readExchangeRecord({ ...record, ...change }))
  const household = householdOf({})
  for (const same of [
    { policies: [{ status: 'Effectuated' }] },
    { contact: { zipCode: '33165', phone: '3055550143' } },
  ])
    expect(householdOf(same)).toBe(household)
  for (const change of [
    { persons: [ida, { id: '2', firstName: 'Eva' }] },
    { persons: [{ ...ida, lastName: 'Stone' }] },
    { persons: [{ ...ida, dob: '1984-04-18' }] },
    { contact: { zipCode: '33166' } },
    { insuranceApplication: { applicants: [{ ...applicant, eligibilityInitial: { indicator: false } }] } },
    { insuranceApplication: { applicants: [{ ...applicant, eligibility: { aptc: { amount: 150 } } }] } },
  ])
    expect(householdOf(change), JSON.stringify(change)).not.toBe(household)
})
