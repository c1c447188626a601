import { expect, test } from 'vitest'
import { EdeAnswers } from '../ede/ede-answers.ts'
import { enrollmentSession, SessionAnswer } from './enrollment-session.ts'

const person = (id: string, given: object) => ({
  id,
  lastName: 'Case',
  dob: '1984-04-17',
  sex: 'F',
  applies: 'yes',
  ...given,
})
const answers = EdeAnswers.parse({
  about: {
    email: 'ida@agency.test',
    phone: '(305) 555-0142',
    address: '1 Palm Ave',
    zipCode: '33165',
    countyFips: '12086',
  },
  household: {
    people: [
      person('1', { firstName: 'Ida', relationship: 'self', tobacco: 'yes', ssn: '' }),
      person('2', { firstName: 'Leo', relationship: 'spouse', sex: 'M', applies: 'no' }),
      person('3', { firstName: 'Mia', relationship: 'child' }),
    ],
  },
  income: { people: [{ id: '1', has: 'yes', sources: [{ kind: 'job', amount: '4,000.50', period: 'month' }] }] },
})

test('a session has the people who apply, the whole household’s size and income, and contact data of the client alone', () => {
  const session = enrollmentSession({ id: 'an-id', planYear: 2027, answers, state: 'FL', language: 'es' })
  expect(session).toMatchObject({
    external_id: 'an-id',
    context: { plan_year: 2027, flow: 'agent_assisted', exchange: 'on_exchange', locale: 'es-US' },
    location: { zip_code: '33165', fips_code: '12086', state: 'FL' },
    household: { annual_income: 48006, household_size: 3 },
  })
  expect(session.household.applicants).toEqual([
    {
      relationship: 'primary',
      first_name: 'Ida',
      last_name: 'Case',
      email: 'ida@agency.test',
      phone_number: '(305) 555-0142',
      date_of_birth: '1984-04-17',
      sex: 'female',
      uses_tobacco: true,
    },
    expect.objectContaining({ relationship: 'dependent', first_name: 'Mia', sex: 'female' }),
  ])
})

test('only links of HealthSherpa over HTTPS are opened', () => {
  const link = (url: string) => SessionAnswer.safeParse({ links: { shopping_url: url, client_apply_url: url } }).success
  expect(link('https://healthsherpa.com/public/shop?a=1')).toBe(true)
  expect(link('https://www.healthsherpa.com/public/apply')).toBe(true)
  for (const url of [
    'http://healthsherpa.com/',
    'https://healthsherpa.com.example.com/',
    'https://evilhealthsherpa.com/',
    'javascript:alert(1)',
  ])
    expect(link(url), url).toBe(false)
})
