import { expect, test } from 'vitest'
import { answersOfPaper, type PaperPerson } from './answers-of-paper.ts'

const maria: PaperPerson = {
  relation: 'self',
  firstName: 'Maria',
  middleName: '',
  lastName: 'Vega',
  dob: '1988-03-14',
  sex: 'F',
  apply: true,
  migratoryStatus: 'citizen',
  typeOfIncome: 'employed',
  annualIncome: '52000.00',
}

test('a household on paper goes into the wizard with relation, date of birth, sex, citizenship and yearly income', () => {
  const { household, income } = answersOfPaper([
    maria,
    {
      ...maria,
      relation: 'spouse',
      firstName: 'Luis',
      sex: 'M',
      migratoryStatus: 'resident',
      typeOfIncome: 'unemployed',
      annualIncome: null,
    },
    {
      ...maria,
      relation: 'child',
      firstName: 'Ana',
      apply: false,
      migratoryStatus: null,
      typeOfIncome: null,
      annualIncome: null,
    },
    {
      ...maria,
      relation: 'mother',
      firstName: 'Rosa',
      migratoryStatus: 'other',
      typeOfIncome: null,
      annualIncome: '0.00',
    },
  ])
  expect(
    household.people.map((one) => [
      one.id,
      one.firstName,
      one.relationship,
      one.sex,
      one.applies,
      one.citizen,
      one.ssn,
    ]),
  ).toEqual([
    ['1', 'Maria', 'self', 'F', 'yes', 'yes', ''],
    ['2', 'Luis', 'spouse', 'M', 'yes', 'no', ''],
    ['3', 'Ana', 'child', 'F', 'no', '', ''],
    ['4', 'Rosa', '', 'F', 'yes', '', ''],
  ])
  expect(income.people).toEqual([
    { id: '1', has: 'yes', sources: [{ kind: 'job', amount: '52000.00', period: 'year' }] },
    { id: '2', has: 'no', sources: [] },
  ])
})
