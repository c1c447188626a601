import { expect, test } from 'vitest'
import { AgentInput } from './agent-contract.ts'

const contact = { firstName: 'Ana', middleName: '', lastName: 'Vega' }
const agent = {
  loginEmail: 'ana@example.com',
  phone: '(305) 555-0100',
  npn: '98000001',
  locationId: 1,
  agentTypeId: '2',
  contact,
}
const problems = (change: object) =>
  AgentInput.safeParse({ ...agent, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('AGENT-07 parsing returns numeric ids, the phone as digits, and an active status', () => {
  expect(AgentInput.parse(agent)).toMatchObject({ locationId: 1, agentTypeId: 2, statusId: 1, phone: '3055550100' })
})

test('an NPN has no zeros in front and no groups of digits, as files are read, and other text stays as it is', () => {
  for (const [typed, npn] of [
    ['7654321', '7654321'],
    ['0007654321', '7654321'],
    ['0', '0'],
    ['18 234 567', '18234567'],
    ['18-234-567', '18234567'],
    ['18,234,567', '18234567'],
    ['219-09-9999', '219-09-9999'],
    ['NPN 07', 'NPN 07'],
    ['PENDING-12', 'PENDING-12'],
  ])
    expect(AgentInput.parse({ ...agent, npn: typed }).npn, typed).toBe(npn)
})

test('AGENT-08 first name, login email, phone, NPN, location and agent type are required', () => {
  const nothing = {
    loginEmail: '',
    phone: '',
    npn: '',
    locationId: '',
    agentTypeId: null,
    contact: { firstName: '' },
  }
  expect(problems(nothing)).toEqual([
    ['loginEmail', 'Email is required'],
    ['phone', 'Not a Phone'],
    ['npn', 'NPN is required'],
    ['locationId', 'Location is required'],
    ['agentTypeId', 'Agent type is required'],
    ['contact.firstName', 'Not valid'],
  ])
})

test('AGENT-09 the login email is a valid one of at most 62 characters', () => {
  const mail = (length: number) => `${'a'.repeat(length - 12)}@example.com`
  expect(problems({ loginEmail: mail(62) })).toBeUndefined()
  expect(problems({ loginEmail: mail(63) })).toEqual([['loginEmail', 'At most 62 characters']])
  expect(problems({ loginEmail: 'ana at example.com' })).toEqual([['loginEmail', 'Must be valid email']])
})

test('AGENT-10 maximum lengths of name, NPN and ids', () => {
  const named = (last: number) => ({
    contact: { firstName: 'a'.repeat(50), middleName: 'b'.repeat(50), lastName: 'c'.repeat(last) },
  })
  expect(problems(named(48))).toBeUndefined()
  expect(problems(named(49))).toEqual([['contact.lastName', 'The whole name may have 150 characters']])
  expect(problems({ name: 'n'.repeat(150) })).toBeUndefined()
  expect(problems({ name: 'n'.repeat(151) })).toHaveLength(1)
  expect(problems({ npn: '1'.repeat(35) })).toBeUndefined()
  expect(problems({ npn: '1'.repeat(36) })).toHaveLength(1)
  for (const name of ['locationId', 'agentTypeId', 'statusId'])
    expect(problems({ [name]: '1'.repeat(51) }), name).toHaveLength(1)
})

test("AGENT-11 blank and over-long names are 'Not valid', a wrong phone is 'Not a Phone'", () => {
  for (const name of ['firstName', 'middleName', 'lastName'])
    for (const typed of ['   ', 'x'.repeat(51)])
      expect(problems({ contact: { ...contact, [name]: typed } }), name).toEqual([[`contact.${name}`, 'Not valid']])
  expect(problems({ phone: '555-010' })).toEqual([['phone', 'Not a Phone']])
})

test('AGENT-16 an edit has id and version, a new agent neither; unknown fields are refused (P-33)', () => {
  expect(problems({ id: 1, version: 1 })).toBeUndefined()
  expect(problems({ id: 1 })).toHaveLength(1)
  expect(problems({ version: 1 })).toHaveLength(1)
  for (const extra of ['contactId', 'createdDate', 'nextExpiry', 'statusName', 'contact_id'])
    expect(problems({ [extra]: 1 }), extra).toHaveLength(1)
})

test('licenses and appointments of one kind do not overlap, and do not end before they start', () => {
  const license = { state: 'FL', number: 'W1', line: 'Health', effective: '2026-01-01', expiry: '2026-12-31' }
  const next = { ...license, effective: '2027-01-01', expiry: null }
  expect(
    problems({ licenses: [license, next, { ...license, line: 'Life' }, { ...license, state: 'GA' }] }),
  ).toBeUndefined()
  expect(problems({ licenses: [license, { ...next, effective: '2026-12-31' }] })).toEqual([
    ['licenses.1.effective', 'Overlaps another license of this state and line'],
  ])
  expect(problems({ licenses: [{ ...license, expiry: '2025-12-31' }] })).toHaveLength(1)
  const held = { carrierId: 1, state: 'FL', effective: '2026-01-01' }
  expect(problems({ appointments: [held, { ...held, carrierId: 2 }] })).toBeUndefined()
  expect(problems({ appointments: [held, held] })).toEqual([
    ['appointments.1.effective', 'Overlaps another appointment of this carrier and state'],
  ])
  expect(
    problems({
      appointments: [
        { ...held, terminated: '2026-06-30' },
        { ...held, effective: '2026-07-01' },
      ],
    }),
  ).toBeUndefined()
})
