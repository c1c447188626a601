import { expect, test } from 'vitest'
import { EdeAnswers, newPerson, type TypedPerson } from './ede-answers.ts'
import { mergeAnswers } from './merge-answers.ts'

const person = (id: string, firstName: string): TypedPerson => ({ ...newPerson([]), id, firstName })
const withAbout = (about: object) => EdeAnswers.parse({ about: { zipCode: '33165', ...about } })
const withPeople = (...people: TypedPerson[]) => EdeAnswers.parse({ household: { people } })
const namesOf = ({ household }: EdeAnswers) => household.people.map(({ firstName }) => firstName)

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
