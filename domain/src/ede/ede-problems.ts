import { z } from 'zod'
import { specialProblem } from '../eligibility/special-enrollment.ts'
import { specialWords } from '../enrollment-windows/special-words.ts'
import { readMoney } from '../fields/amount.ts'
import { adultAge, ageOn, isCalendarDate } from '../fields/calendar-date.ts'
import { digitsOf, isSsn, readPhone } from '../fields/personal-numbers.ts'
import {
  type AnsweredStep,
  answeredSteps,
  coverageOf,
  type EdeAnswers,
  incomeOf,
  specialOf,
  type TypedAbout,
  type TypedPerson,
} from './ede-answers.ts'
import { yearlyCents } from './household-income.ts'

/** Sentences of the problems, as the API answers them; the wizard shows them in the reader's language. */
export const edeSentences = {
  required: 'Fill in this field.',
  choose: 'Choose one.',
  firstName: 'Enter the first name.',
  lastName: 'Enter the last name.',
  dob: 'Enter a date, for example 12/11/2014.',
  dobFuture: 'The date of birth is in the future.',
  email: 'Enter an email address, for example ana@example.com.',
  phone: 'Enter a phone number with ten digits.',
  address: 'Enter the street address.',
  zipCode: 'Enter the five digits of the ZIP code.',
  unknownZip: 'No county has this ZIP code. Check it.',
  county: 'Choose the county.',
  ssn: 'Enter all nine digits, or leave it empty.',
  ssnTwice: 'Another person has this number.',
  amount: 'Enter an amount, for example 1,250.00.',
  income: 'Add an income, or answer No.',
  studentLoan: 'A tax return can deduct at most $2,500.00 of student loan interest a year, all persons together.',
  self: 'The first person must be the applicant.',
  selfTwice: 'Only the first person can be the applicant.',
  spouseTwice: 'There is a spouse already.',
  noApplicant: 'At least one person must apply for coverage.',
  entering: 'Save this person first.',
  ...specialWords.en.problems,
  ownContact: "This is an agent's or the agency's contact data. Enter the client's own.",
} as const
export type EdeProblemName = keyof typeof edeSentences

export interface EdeProblem {
  /** Field within the step's answers. */
  path: string
  problem: EdeProblemName
}

const none: readonly EdeProblem[] = []
const unless = (holds: boolean, path: string, problem: EdeProblemName): readonly EdeProblem[] =>
  holds ? none : [{ path, problem }]

export function aboutProblems(about: TypedAbout, today: string): EdeProblem[] {
  const { email, phone, address, zipCode, countyFips } = about
  const special = specialOf(about, today)
  const problem = special && specialProblem(special, Number(today.slice(0, 4)), today)
  return [
    ...unless(z.email().safeParse(email.trim()).success, 'email', 'email'),
    ...unless(readPhone(phone) !== null, 'phone', 'phone'),
    ...unless(address.trim() !== '', 'address', 'address'),
    ...unless(/^\d{5}$/.test(zipCode), 'zipCode', 'zipCode'),
    ...unless(countyFips !== '' || !/^\d{5}$/.test(zipCode), 'countyFips', 'county'),
    ...(problem ? [{ path: problem === 'event' ? 'event' : 'eventDate', problem }] : []),
  ]
}

/** Age today; null while the date of birth is incomplete. */
export function ageOf({ dob }: Pick<TypedPerson, 'dob'>, today: string): number | null {
  return isCalendarDate(dob) && dob <= today ? ageOn(dob, today) : null
}

/** Which of the rarer questions are asked of a person. */
export function questionsOf(person: TypedPerson, today: string) {
  const age = ageOf(person, today)
  const applies = person.applies === 'yes'
  return {
    tobacco: applies && age !== null && age >= adultAge,
    expecting: person.sex === 'F' && age !== null && age >= 12 && age <= 55,
    citizen: applies,
    status: applies && person.citizen === 'no',
    ssn: applies,
  }
}

export function personProblems(person: TypedPerson, today: string): EdeProblem[] {
  const asked = questionsOf(person, today)
  return [
    ...unless(person.firstName.trim() !== '', 'firstName', 'firstName'),
    ...unless(person.lastName.trim() !== '', 'lastName', 'lastName'),
    ...unless(person.relationship !== '', 'relationship', 'choose'),
    ...(isCalendarDate(person.dob)
      ? unless(person.dob <= today, 'dob', 'dobFuture')
      : [{ path: 'dob', problem: 'dob' } as const]),
    ...unless(person.sex !== '', 'sex', 'choose'),
    ...unless(person.applies !== '', 'applies', 'choose'),
    ...unless(!asked.tobacco || person.tobacco !== '', 'tobacco', 'choose'),
    ...unless(!asked.citizen || person.citizen !== '', 'citizen', 'choose'),
    ...unless(!asked.status || person.status !== '', 'status', 'choose'),
    ...unless(!asked.ssn || person.ssn === '' || isSsn(person.ssn), 'ssn', 'ssn'),
  ]
}

function householdProblems({ people, entering }: EdeAnswers['household'], today: string): EdeProblem[] {
  const numbers = people.map(({ ssn }) => digitsOf(ssn))
  const related = people.flatMap(({ relationship }, place): readonly EdeProblem[] => {
    const path = `people.${place}.relationship`
    if (place === 0) return unless(relationship === 'self' || relationship === '', path, 'self')
    if (relationship === 'self') return [{ path, problem: 'selfTwice' }]
    const spouse = people.findIndex((other) => other.relationship === 'spouse')
    return unless(relationship !== 'spouse' || spouse === place, path, 'spouseTwice')
  })
  return [
    ...people.flatMap((person, place) =>
      personProblems(person, today).map(({ path, problem }) => ({ path: `people.${place}.${path}`, problem })),
    ),
    ...related,
    ...numbers.flatMap((number, place) =>
      unless(number === '' || numbers.indexOf(number) === place, `people.${place}.ssn`, 'ssnTwice'),
    ),
    ...unless(
      people.some(({ applies }) => applies === 'yes'),
      'people.0.applies',
      'noApplicant',
    ),
    ...unless(entering === null, 'entering', 'entering'),
  ]
}

export const hasSpouse = ({ household }: EdeAnswers) =>
  household.people.some(({ relationship }) => relationship === 'spouse')

function taxProblems(answers: EdeAnswers): EdeProblem[] {
  const { files, jointly, claimed } = answers.taxes
  return [
    ...unless(files !== '', 'files', 'choose'),
    ...unless(files !== 'yes' || !hasSpouse(answers) || jointly !== '', 'jointly', 'choose'),
    ...unless(claimed !== '', 'claimed', 'choose'),
  ]
}

/** Only the net income of a self-employed person may be a loss. */
const isAmount = (typed: string, kind = '') => {
  const amount = readMoney(typed)
  return amount !== null && (kind === 'self-employment' || !amount.startsWith('-')) && amount.length <= 12
}

/** Cents of student loan interest that one tax return may deduct in a year: 26 USC 221(b)(1). */
const maxStudentLoan = 250_000

/** The amounts with which the household deducts more than it may. */
function studentLoanProblems(answers: EdeAnswers): EdeProblem[] {
  const interests = incomeOf(answers).flatMap(({ has, sources }, place) =>
    (has === 'yes' ? sources : []).flatMap((source, index) =>
      source.kind === 'student-loan-interest'
        ? { path: `people.${place}.sources.${index}.amount`, yearly: -yearlyCents([source]) }
        : [],
    ),
  )
  return interests.flatMap(({ path }, index) => {
    const upToHere = interests.slice(0, index + 1).reduce((sum, { yearly }) => sum + yearly, 0)
    return unless(upToHere <= maxStudentLoan, path, 'studentLoan')
  })
}

function incomeProblems(answers: EdeAnswers): EdeProblem[] {
  const ofPeople = incomeOf(answers).flatMap(({ has, sources }, place) => {
    const at = `people.${place}`
    if (has !== 'yes') return unless(has === 'no', `${at}.has`, 'choose')
    return [
      ...unless(sources.length > 0, `${at}.has`, 'income'),
      ...sources.flatMap(({ kind, amount, period }, index) => [
        ...unless(kind !== '', `${at}.sources.${index}.kind`, 'choose'),
        ...unless(isAmount(amount, kind), `${at}.sources.${index}.amount`, 'amount'),
        ...unless(period !== '', `${at}.sources.${index}.period`, 'choose'),
      ]),
    ]
  })
  return [...ofPeople, ...studentLoanProblems(answers)]
}

function coverageProblems(answers: EdeAnswers): EdeProblem[] {
  return coverageOf(answers).flatMap(({ coverage, offer }, place) => [
    ...unless(coverage !== '', `people.${place}.coverage`, 'choose'),
    ...unless((coverage !== 'job' && coverage !== 'family-job') || isAmount(offer), `people.${place}.offer`, 'amount'),
  ])
}

/** What is missing or wrong in a step; paths are within the step's answers. */
export function stepProblems(step: AnsweredStep, answers: EdeAnswers, today: string): EdeProblem[] {
  const problems: Record<AnsweredStep, () => EdeProblem[]> = {
    about: () => aboutProblems(answers.about, today),
    household: () => householdProblems(answers.household, today),
    taxes: () => taxProblems(answers),
    income: () => incomeProblems(answers),
    coverage: () => coverageProblems(answers),
  }
  return problems[step]()
}

/** Steps whose answers are complete; who is asked about coverage is known only once the household is. */
export function completeSteps(answers: EdeAnswers, today: string): AnsweredStep[] {
  const isComplete = (step: AnsweredStep) => stepProblems(step, answers, today).length === 0
  return answeredSteps.filter((step) => isComplete(step) && (step !== 'coverage' || isComplete('household')))
}
