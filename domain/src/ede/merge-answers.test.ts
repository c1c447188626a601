import { expect, test } from 'vitest'
import { EdeAnswers, newPerson, type TypedPerson } from './ede-answers.ts'
import { mergeAnswers as merge } from './merge-answers.ts'

const person = (id: string, firstName: string): TypedPerson => ({ ...newPerson([]), id, firstName })
const withAbout = (about: object) => EdeAnswers.parse({ about: { zipCode: '33165', ...about } })
const withPeople = (...people: TypedPerson[]) => EdeAnswers.parse({ household: { people } })
const namesOf = ({ household }: EdeAnswers) => household.people.map(({ firstName }) => firstName)
const stored = (answers: EdeAnswers, numbers = {}) => ({ answers, numbers })
const mergeAnswers = (...[before, typed, newer]: [EdeAnswers, EdeAnswers, EdeAnswers]) =>
  merge(stored(before), typed, stored(newer)).answers
const bothOf = (...[before, typed, newer]: [EdeAnswers, EdeAnswers, EdeAnswers]) =>
  merge(stored(before), typed, stored(newer)).both.map(({ path, kept, other, name }) => [
    path.join('.'),
    kept,
    other,
    name,
  ])
const withIncome = (answers: EdeAnswers, ...amounts: string[]): EdeAnswers => ({
  ...answers,
  income: {
    people: amounts.map((amount, place) => ({
      id: String(place + 1),
      has: amount === '' ? '' : 'yes',
      sources: amount === '' ? [] : [{ kind: 'job', amount, period: 'year' }],
    })),
  },
})

test('two windows that filled in different fields lose neither', () => {
  const { about } = mergeAnswers(withAbout({}), withAbout({ address: '1 Palm Ave' }), withAbout({ zipCode: '33897' }))
  expect(about).toMatchObject({ address: '1 Palm Ave', zipCode: '33897' })
})

test('a field that both changed keeps what was typed here', () => {
  const { about } = mergeAnswers(withAbout({}), withAbout({ zipCode: '33101' }), withAbout({ zipCode: '33897' }))
  expect(about.zipCode).toBe('33101')
})

test('people are matched by id: changes of two people, and one that was added there', () => {
  const before = withPeople(person('1', 'Ida'), person('2', 'Leo'))
  const typed = withPeople(person('1', 'Ada'), person('2', 'Leo'))
  const newer = withPeople(person('1', 'Ida'), person('2', 'Theo'), person('3', 'Mia'))
  expect(namesOf(mergeAnswers(before, typed, newer))).toEqual(['Ada', 'Theo', 'Mia'])
})

test('a person who was removed is gone, unless the other window changed them', () => {
  const before = withPeople(person('1', 'Ida'), person('2', 'Leo'), person('3', 'Mia'))
  const typed = withPeople(person('1', 'Ida'), person('3', 'Mia'))
  const newer = withPeople(person('1', 'Ida'), person('2', 'Theo'))
  expect(namesOf(mergeAnswers(before, typed, newer))).toEqual(['Ida', 'Theo'])
})

test('two people who were added in two windows stay two, each with their own income and coverage', () => {
  const added = (firstName: string, amount: string) => ({
    ...withPeople(person('1', 'Ida'), person('2', firstName)),
    income: {
      people: [{ id: '2', has: 'yes' as const, sources: [{ kind: 'job' as const, amount, period: '' as const }] }],
    },
    coverage: { people: [{ id: '2', coverage: 'none' as const, offer: amount, minimumValue: '' as const }] },
  })
  const both = mergeAnswers(withPeople(person('1', 'Ida')), added('Leo', '100'), added('Mia', '200'))
  expect(both.household.people.map(({ id, firstName }) => [id, firstName])).toEqual([
    ['1', 'Ida'],
    ['2', 'Mia'],
    ['3', 'Leo'],
  ])
  expect(both.income.people.map(({ id, sources }) => [id, sources[0]?.amount])).toEqual([
    ['2', '200'],
    ['3', '100'],
  ])
  expect(both.coverage.people.map(({ id, offer }) => [id, offer])).toEqual([
    ['2', '200'],
    ['3', '100'],
  ])
})

test('a new person in the form here does not replace the one who was saved there', () => {
  const before = withPeople(person('1', 'Ida'))
  const typed = EdeAnswers.parse({ household: { people: [person('1', 'Ida')], entering: person('2', 'Leo') } })
  const merged = mergeAnswers(before, typed, withPeople(person('1', 'Ida'), person('2', 'Mia')))
  expect(namesOf(merged)).toEqual(['Ida', 'Mia'])
  expect(merged.household.entering).toMatchObject({ id: '3', firstName: 'Leo' })
})

test('a field that both changed to different values is named with the value kept and the one of the other window', () => {
  expect(bothOf(withAbout({}), withAbout({ zipCode: '33101' }), withAbout({ zipCode: '33897' }))).toEqual([
    ['about.zipCode', '33101', '33897', ''],
  ])
})

test('a field that both changed to the same value is not named', () => {
  expect(bothOf(withAbout({}), withAbout({ zipCode: '33101' }), withAbout({ zipCode: '33101' }))).toEqual([])
})

test('a field of a person names the person', () => {
  const people = [person('1', 'Ida'), person('2', 'Leo')]
  const born = (dob: string) => withPeople(person('1', 'Ida'), { ...person('2', 'Leo'), dob })
  expect(bothOf(withPeople(...people), born('2014-02-03'), born('2014-03-02'))).toEqual([
    ['household.people.2.dob', '2014-02-03', '2014-03-02', 'Leo'],
  ])
})

test('a person who was removed in one window and changed in the other stays, and is named', () => {
  const before = withPeople(person('1', 'Ida'), person('2', 'Leo'))
  const theo = person('2', 'Theo')
  expect(bothOf(before, withPeople(person('1', 'Ida')), withPeople(person('1', 'Ida'), theo))).toEqual([
    ['household.people.2', theo, null, 'Theo'],
  ])
})

test('income that one window entered for a person whom the other removed is named as not kept', () => {
  const before = withPeople(person('1', 'Ida'), person('2', 'Leo'))
  const typed = withIncome(before, '', '900')
  const newer = withPeople(person('1', 'Ida'))
  expect(bothOf(before, typed, newer)).toEqual([['income.people.2', null, typed.income.people[1], 'Leo']])
})

test('two windows that entered the income of two people lose neither', () => {
  const before = withPeople(person('1', 'Ida'), person('2', 'Leo'))
  const { income } = mergeAnswers(before, withIncome(before, '800', ''), withIncome(before, '', '900'))
  expect(income.people.map(({ sources }) => sources[0]?.amount)).toEqual(['800', '900'])
})

test('sources of income that both changed are named as a whole', () => {
  const before = withPeople(person('1', 'Ida'))
  const source = (amount: string) => [{ kind: 'job', amount, period: 'year' }]
  expect(bothOf(before, withIncome(before, '800'), withIncome(before, '900'))).toEqual([
    ['income.people.1.sources', source('800'), source('900'), 'Ida'],
  ])
})

test('a change of a person in the form here keeps what the other window saved of the same person', () => {
  const before = withPeople(person('1', 'Ida'))
  const typed = EdeAnswers.parse({
    household: { people: [person('1', 'Ida')], entering: { ...person('1', 'Ida'), tobacco: 'yes' } },
  })
  const merged = mergeAnswers(before, typed, withPeople({ ...person('1', 'Ida'), dob: '1983-04-17' }))
  expect(merged.household.entering).toMatchObject({ dob: '1983-04-17', tobacco: 'yes' })
})

test('two new people in the forms of two windows stay two: one in the form here, one in the list', () => {
  const inForm = (one: TypedPerson) => EdeAnswers.parse({ household: { people: [person('1', 'Ida')], entering: one } })
  const merged = mergeAnswers(withPeople(person('1', 'Ida')), inForm(person('2', 'Leo')), inForm(person('2', 'Mia')))
  expect(namesOf(merged)).toEqual(['Ida', 'Mia'])
  expect(merged.household.entering).toMatchObject({ id: '3', firstName: 'Leo' })
})

test('two Social Security numbers for one person are named by their last digits', () => {
  const before = withPeople(person('1', 'Ida'))
  const typed = withPeople({ ...person('1', 'Ida'), ssn: '123-45-6789' })
  expect(merge(stored(before), typed, stored(before, { 1: '1111' })).both).toEqual([
    { path: ['household', 'people', '1', 'ssn'], kept: '6789', other: '1111', name: 'Ida' },
  ])
})
