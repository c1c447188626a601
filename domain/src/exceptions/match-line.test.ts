import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthOfDay } from '../expected/month-count.ts'
import { compareNames, isSamePerson } from './compare-names.ts'
import { type Insured, type MatchCandidate, type MatchedLine, matchLine, scoreCandidate } from './match-line.ts'

const march = monthOfDay('2026-03-01')
const line = (more: Partial<MatchedLine> = {}): MatchedLine => ({
  number: 'N1',
  name: 'Maria Garcia',
  dob: null,
  memberId: null,
  exchangeId: null,
  month: march,
  ...more,
})
const insured = (name: string, more: Partial<Insured> = {}): Insured => {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' '), dob: null, book: null, ...more }
}
const policy = (policyId: number, more: Partial<MatchCandidate> = {}): MatchCandidate => ({
  policyId,
  number: 'same',
  memberId: null,
  exchangeId: null,
  isInForce: true,
  isAgentOfRecord: true,
  insureds: [insured('Maria Garcia')],
  ...more,
})
const other = (policyId: number, more: Partial<MatchCandidate> = {}) =>
  policy(policyId, { number: 'different', ...more })

test('Section 6, rule 2: carrier, number and agent of record of a policy in force match with 100', () => {
  expect(matchLine(line(), [policy(1)])).toEqual({ policyId: 1, rule: 'number', confidence: 100 })
})

test('Section 6, rule 3: a number that one person ever had matches with 95 when the NPN or the month differs, whatever the name', () => {
  for (const more of [{ isAgentOfRecord: false }, { isInForce: false }])
    expect(matchLine(line({ name: 'Someone Else' }), [policy(1, more)])).toMatchObject({ policyId: 1, confidence: 95 })
})

test('Section 6, rules 4 and 5: member id, then exchange id, of one policy in the month match with 90', () => {
  const both = line({ memberId: 'm-7', exchangeId: 'x9' })
  expect(matchLine(both, [other(1, { memberId: 'M7' }), other(2, { exchangeId: 'X9' })])).toEqual({
    policyId: 1,
    rule: 'member',
    confidence: 90,
  })
  expect(matchLine(both, [other(2, { exchangeId: 'X9' })])).toEqual({ policyId: 2, rule: 'exchange', confidence: 90 })
  expect(matchLine(both, [other(1, { memberId: 'M7', isInForce: false })])).toEqual({
    policyId: null,
    exception: 'notLoaded',
  })
})

test('Section 6, rule 6: full name and birth date of one policy in the month match with 85', () => {
  const born = line({ name: 'GARCIA, MARIA L', dob: '1980-02-03' })
  const same = other(1, { insureds: [insured('Maria Garcia', { dob: '1980-02-03' })] })
  expect(matchLine(born, [same])).toEqual({ policyId: 1, rule: 'name', confidence: 85 })
  expect(matchLine(born, [same, { ...same, policyId: 2 }])).toEqual({ policyId: null, exception: 'twoPolicies' })
})

test('Section 6, rule 7: a name alone and a similar name are candidates with 60 and 40, and never match', () => {
  const named = other(1)
  expect(matchLine(line(), [named])).toEqual({ policyId: null, exception: 'notLoaded' })
  expect(scoreCandidate(line(), named)).toEqual({ confidence: 60, why: 'name only' })
  expect(scoreCandidate(line({ name: 'Mario Garcia' }), named)).toMatchObject({ confidence: 40 })
  expect(scoreCandidate(line({ name: 'Pedro Ruiz' }), named)).toBeNull()
})

test('Worked example 19: the number was Maria’s until 2025 and is John’s from 02/2026; a March line of Maria is an exception', () => {
  const reused = policy(1, {
    insureds: [insured('Maria Garcia'), insured('John Smith', { book: monthOfDay('2026-02-01') })],
  })
  expect(matchLine(line(), [reused])).toEqual({ policyId: null, exception: 'nameDiffers' })
  expect(matchLine(line({ name: null }), [reused])).toEqual({ policyId: null, exception: 'numberReused' })
  expect(matchLine(line({ name: 'SMITH J' }), [reused])).toMatchObject({ policyId: 1 })
  expect(matchLine(line({ month: monthOfDay('2025-12-01') }), [reused])).toMatchObject({ policyId: 1 })
})

test('Two birth dates, two generations and two policies of one number are never joined', () => {
  const junior = policy(1, { insureds: [insured('Curtis Avery Jr', { dob: '1990-01-01' })] })
  expect(matchLine(line({ name: 'AVERY CURTIS JR', dob: '1961-04-04' }), [junior])).toMatchObject({
    exception: 'birthDateDiffers',
  })
  expect(matchLine(line({ name: 'AVERY CURTIS SR' }), [junior])).toMatchObject({ exception: 'nameDiffers' })
  const spelled = (id: number) => policy(id, { number: 'spelled differently' })
  expect(matchLine(line(), [spelled(1), spelled(2)])).toMatchObject({ exception: 'twoPolicies' })
  expect(matchLine(line(), [spelled(1), policy(2)])).toMatchObject({ policyId: 2, rule: 'number' })
  const twins = ['Ana', 'Eva'].map((name, at) =>
    other(at, { memberId: 'M1', insureds: [insured(`${name} Ruiz`, { dob: '2001-01-01' })] }),
  )
  expect(matchLine(line({ name: 'Ana Ruiz', memberId: 'M1' }), twins)).toMatchObject({ exception: 'twoPolicies' })
})

test('A corrected or married name is the same person; another birth date, or another name without one, is not', () => {
  const person = (name: string, dob: string | null) => insured(name, { dob })
  expect(isSamePerson(person('Maria Garcia', null), person('Maria Lopez', null))).toBe(true)
  expect(isSamePerson(person('Rob Case', '1980-01-01'), person('Robert Case', '1980-01-01'))).toBe(true)
  expect(isSamePerson(person('Maria Garcia', '1980-01-01'), person('Maria Garcia', '1992-01-01'))).toBe(false)
  expect(isSamePerson(person('Maria Garcia', null), person('John Smith', null))).toBe(false)
  expect(isSamePerson(person('John Smith Sr', null), person('John Smith Jr', null))).toBe(false)
})

test('Names are compared in any order, without accents, case, middle names and punctuation', () => {
  const ines = { firstName: 'Inés', lastName: "O'Neil Álvarez" }
  for (const name of ['INES ONEIL ALVAREZ', 'Oneil Alvarez, Ines M', "o'neil álvarez inés"])
    expect(compareNames(name, ines)).toBe('same')
  expect(compareNames('ONEIL ALVAREZ I', ines)).toBe('initial')
  expect(compareNames('Alvares, Ines', ines)).toBe('similar')
})

test('The order in which policies are known never matters', () => {
  const names = fc.constantFrom('Maria Garcia', 'John Smith', 'Mary Garcia', 'John Smith Jr')
  const candidates = fc.uniqueArray(
    fc.record({
      policyId: fc.integer({ min: 1, max: 9 }),
      number: fc.constantFrom('same' as const, 'spelled differently' as const, 'different' as const),
      insureds: fc.array(
        fc.tuple(names, fc.constantFrom(null, '1980-02-03', '1999-09-09')).map(([name, dob]) => insured(name, { dob })),
        { minLength: 1, maxLength: 2 },
      ),
      memberId: fc.constantFrom(null, 'M1', 'M2'),
      exchangeId: fc.constantFrom(null, 'X1'),
      isInForce: fc.boolean(),
      isAgentOfRecord: fc.boolean(),
    }),
    { selector: ({ policyId }) => policyId, maxLength: 5 },
  )
  const lines = fc.record({
    number: fc.constantFrom('N1', 'm2', 'X1'),
    name: fc.option(names),
    dob: fc.constantFrom(null, '1980-02-03'),
    memberId: fc.constantFrom(null, 'm1'),
    exchangeId: fc.constantFrom(null, 'x1'),
    month: fc.constant(march),
  })
  fc.assert(
    fc.property(lines, candidates, (one, known) => {
      expect(matchLine(one, known.toReversed())).toEqual(matchLine(one, known))
    }),
  )
})
