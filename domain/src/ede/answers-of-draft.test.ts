import { expect, test } from 'vitest'
import { VisitorDraft } from '../eligibility/visitor-draft.ts'
import { answersOfDraft } from './answers-of-draft.ts'

const person = { covered: true, expecting: '', status: '', coverage: '', offer: '', minimumValue: '' } as const
const draftOf = (people: object[], more: object = {}) =>
  VisitorDraft.parse({
    household: { zipCode: '33897', countyFips: '12105', income: '52000', people, ...more },
    plan: { id: '10731FL0280005', name: 'Silver 1' },
  })

test('A-022 the household of the quote is the household of the application, and the plan stays chosen', () => {
  const answers = answersOfDraft(
    draftOf([
      { ...person, age: '9', relation: 'child', covered: false },
      { ...person, age: '38', relation: 'self', expecting: '1', coverage: 'job', offer: '120.50', minimumValue: 'no' },
      { ...person, age: '41', relation: 'spouse', status: 'lawful' },
    ]),
  )
  expect(answers.about).toMatchObject({ zipCode: '33897', countyFips: '12105' })
  expect(answers.household.people.map(({ id, relationship, applies }) => [id, relationship, applies])).toEqual([
    ['1', 'self', 'yes'],
    ['2', 'child', 'no'],
    ['3', 'spouse', 'yes'],
  ])
  expect(answers.household.people[0]?.expecting).toBe('1')
  expect(answers.household.people[2]).toMatchObject({ citizen: 'no', status: 'lawful' })
  expect(answers.income.people).toEqual([
    { id: '1', has: 'yes', sources: [{ kind: '', amount: '52000', period: 'year' }] },
  ])
  expect(answers.coverage.people[0]).toEqual({ id: '1', coverage: 'job', offer: '120.50', minimumValue: 'no' })
  expect(answers.plan?.name).toBe('Silver 1')
})

test('A-022 who uses tobacco at See Plans does so in the application; the No of a form that was not opened is asked', () => {
  const answers = answersOfDraft(
    draftOf([
      { ...person, age: 30, relation: 'self', tobacco: 'yes' },
      { ...person, age: 31, relation: 'spouse', tobacco: '' },
    ]),
  )
  expect(answers.household.people.map(({ tobacco }) => tobacco)).toEqual(['yes', ''])
})

test('a household without an income or a county leaves them open', () => {
  const answers = answersOfDraft(
    draftOf([{ ...person, age: 30, relation: 'self' }], { income: '', countyFips: '', zipCode: '33165' }),
  )
  expect(answers.income.people).toEqual([])
  expect(answers.about.countyFips).toBe('')
})

test('a second person who is called You is asked about again', () => {
  const answers = answersOfDraft(
    draftOf([
      { ...person, age: 30, relation: 'self' },
      { ...person, age: 31, relation: 'self' },
    ]),
  )
  expect(answers.household.people[1]?.relationship).toBe('')
})
