import { EdeAnswers, newPerson } from '@coverdesk/domain/ede/ede-answers.ts'
import type { BothChanged } from '@coverdesk/domain/ede/merge-answers.ts'
import { expect, test } from 'vitest'
import { bothChangedRows } from './both-changed-rows.ts'

const changed = (path: string, kept: unknown, other: unknown): BothChanged => ({
  path: path.split('.'),
  kept,
  other,
  name: path.includes('people') ? 'Leo Case' : '',
})
const rows = (language: 'en' | 'es', ...both: BothChanged[]) => bothChangedRows(language, both, '2027', [])

test('each answer has a row in both languages, so that no value is dropped without a word', () => {
  const { about, taxes } = EdeAnswers.parse({})
  const { id: _id, ...person } = newPerson([])
  const paths = [
    ...Object.keys(about).map((name) => `about.${name}`),
    ...Object.keys(taxes).map((name) => `taxes.${name}`),
    ...Object.keys(person).map((name) => `household.people.2.${name}`),
    ...['income.people.2.has', 'coverage.people.2.coverage', 'coverage.people.2.offer'],
    'coverage.people.2.minimumValue',
  ]
  for (const language of ['en', 'es'] as const)
    for (const path of paths) expect(rows(language, changed(path, '', 'x')), path).toHaveLength(1)
})

test('values are shown as the steps show them, in the language of the reader', () => {
  const [applies] = rows('es', changed('household.people.2.applies', 'yes', 'no'))
  expect(applies).toMatchObject({ question: 'Leo Case: ¿Solicita cobertura?', kept: 'Sí', other: 'No' })
  const [ssn] = rows('en', changed('household.people.2.ssn', '123-45-6789', '1111'))
  expect(ssn).toMatchObject({ kept: 'ends in 6789', other: 'ends in 1111' })
  const source = { kind: 'job', amount: '800', period: 'month' }
  const [income] = rows('en', changed('income.people.2.sources', [source], []))
  expect(income).toMatchObject({ kept: 'Job, $800.00 a month', other: '(empty)' })
})

test('a removed person, and answers about them that do not count, are said to be removed', () => {
  const person = newPerson([], { firstName: 'Leo' })
  const [stays] = rows('en', changed('household.people.2', person, null))
  expect(stays).toMatchObject({ kept: 'Stays', other: 'Removed' })
  const [gone] = rows('es', changed('coverage.people.2', null, { id: '2', coverage: 'none', offer: '' }))
  expect(gone).toMatchObject({ kept: 'Se quitó', other: 'Ninguna' })
})

test('a county is named only where the ZIP code is not', () => {
  const county = changed('about.countyFips', '12086', '12105')
  expect(rows('en', county)).toHaveLength(1)
  expect(rows('en', changed('about.zipCode', '33165', '33897'), county).map(({ question }) => question)).toEqual([
    'ZIP code',
  ])
})
