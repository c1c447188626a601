import { z } from 'zod'
import { type ImmigrationStatus, minimumValues, type OtherCoverage } from '../eligibility/member-choices.ts'
import { lifeEvents, type TypedSpecialEnrollment } from '../eligibility/special-enrollment.ts'
import { relationships } from '../sandbox/household-rule.ts'

export { relationships }

/** Steps of the application wizard, in order. */
export const edeSteps = ['consent', 'about', 'household', 'taxes', 'income', 'coverage', 'review'] as const
export type EdeStep = (typeof edeSteps)[number]
/** Steps with answers. */
export const answeredSteps = ['about', 'household', 'taxes', 'income', 'coverage'] as const
export type AnsweredStep = (typeof answeredSteps)[number]

export const maxPeople = 12
export const maxSources = 10

export const incomeKinds = ['job', 'self-employment', 'unemployment', 'social-security', 'retirement', 'other'] as const
export type IncomeKind = (typeof incomeKinds)[number]
/** What is subtracted from the income (26 USC 62). Alimony counts for divorces before 2019 only. */
export const deductionKinds = ['student-loan-interest', 'alimony-paid', 'other-deduction'] as const
export type DeductionKind = (typeof deductionKinds)[number]
export const isDeduction = (kind: string): kind is DeductionKind => deductionKinds.some((one) => one === kind)
/** Times a year that an income is paid. */
export const payPeriods = { week: 52, 'two-weeks': 26, month: 12, year: 1 } as const
export type PayPeriod = keyof typeof payPeriods

/** Statuses that are asked of a person who is not a citizen. */
export const askedStatuses = ['permanent', 'recent-permanent', 'lawful', 'none'] as const satisfies ImmigrationStatus[]
/** Coverage that a person has or is offered. Medicaid and CHIP exclude the credit like other coverage. */
export const askedCoverages = ['none', 'job', 'family-job', 'medicare', 'medicaid', 'other'] as const satisfies (
  | OtherCoverage
  | 'medicaid'
)[]
export type AskedCoverage = (typeof askedCoverages)[number]

/** Text as typed: may be incomplete, so that nothing is lost; the problems of a step say what is missing. */
const typed = (most: number) =>
  z
    .string()
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Not valid')
    .default('')
const choiceOf = <const Values extends readonly string[]>(values: Values) => z.enum([...values, '']).default('')
const YesNo = choiceOf(['yes', 'no'])
export type YesNo = z.output<typeof YesNo>
/** Names a person within an application; stays the same when others are removed. */
const PersonId = z.string().regex(/^[1-9]\d{0,2}$/)

/** YYYY-MM-DD, or what was typed of it. */
const TypedDate = z
  .string()
  .regex(/^[\d/-]{0,10}$/, 'Not valid')
  .default('')

export const TypedPerson = z.strictObject({
  id: PersonId,
  firstName: typed(50),
  middleName: typed(50),
  lastName: typed(50),
  relationship: choiceOf(relationships),
  dob: TypedDate,
  sex: choiceOf(['F', 'M']),
  applies: YesNo,
  tobacco: YesNo,
  /** Expected children; '' and '0' for none. */
  expecting: choiceOf(['0', '1', '2', '3']),
  citizen: YesNo,
  status: choiceOf(askedStatuses),
  /** Only on its way in; stored sealed once complete, and never sent back. */
  ssn: z
    .string()
    .regex(/^[\d-]{0,11}$/, 'Not valid')
    .default(''),
})
export type TypedPerson = z.output<typeof TypedPerson>

export const TypedSource = z.strictObject({
  kind: choiceOf([...incomeKinds, ...deductionKinds]),
  amount: typed(15),
  period: choiceOf(['week', 'two-weeks', 'month', 'year']),
})
export type TypedSource = z.output<typeof TypedSource>

/** Everything that was typed so far, by step. */
export const EdeAnswers = z.strictObject({
  about: z
    .strictObject({
      email: typed(62),
      phone: typed(40),
      address: typed(200),
      zipCode: typed(10),
      countyFips: z
        .string()
        .regex(/^(\d{5})?$/)
        .default(''),
      /** This year, where its special enrollment was chosen instead of the next year's open enrollment. */
      specialYear: z
        .string()
        .regex(/^(\d{4})?$/)
        .default(''),
      event: choiceOf(lifeEvents),
      eventDate: TypedDate,
    })
    .prefault({}),
  household: z
    .strictObject({
      people: z.array(TypedPerson).max(maxPeople).default([]),
      /** The person in the form, not saved yet. */
      entering: TypedPerson.nullable().default(null),
    })
    .prefault({}),
  taxes: z.strictObject({ files: YesNo, jointly: YesNo, claimed: YesNo }).prefault({}),
  income: z
    .strictObject({
      people: z
        .array(z.strictObject({ id: PersonId, has: YesNo, sources: z.array(TypedSource).max(maxSources).default([]) }))
        .max(maxPeople)
        .default([]),
    })
    .prefault({}),
  coverage: z
    .strictObject({
      people: z
        .array(
          z.strictObject({
            id: PersonId,
            coverage: choiceOf(askedCoverages),
            offer: typed(15),
            minimumValue: z.enum(minimumValues).default(''),
          }),
        )
        .max(maxPeople)
        .default([]),
    })
    .prefault({}),
  /** Plan that a visitor chose before the application was started. */
  plan: z
    .strictObject({ id: typed(50), name: typed(500) })
    .nullable()
    .default(null),
})
export type EdeAnswers = z.output<typeof EdeAnswers>
export type EdeAnswersInput = z.input<typeof EdeAnswers>
export type TypedAbout = EdeAnswers['about']
export type TypedIncome = EdeAnswers['income']['people'][number]
export type TypedCoverage = EdeAnswers['coverage']['people'][number]

/** A blank person; `id` is the next one that is free. */
export function newPerson(people: readonly { id: string }[], given: Partial<TypedPerson> = {}): TypedPerson {
  const id = String(Math.max(0, ...people.map((person) => Number(person.id))) + 1)
  return { ...TypedPerson.parse({ id }), ...given, id }
}

/** Income answers for each person of the household; answers of removed people are dropped. */
export function incomeOf({ household, income }: EdeAnswers): TypedIncome[] {
  return household.people.map(({ id }) => income.people.find((one) => one.id === id) ?? { id, has: '', sources: [] })
}

/** Coverage answers for each applicant. */
export function coverageOf({ household, coverage }: EdeAnswers): TypedCoverage[] {
  return household.people.flatMap(({ id, applies }) =>
    applies === 'yes'
      ? [coverage.people.find((one) => one.id === id) ?? { id, coverage: '', offer: '', minimumValue: '' }]
      : [],
  )
}

/** Answers without income and coverage of people who were removed: the next person may get their id. */
export function withoutRemoved(answers: EdeAnswers): EdeAnswers {
  const { people } = answers.household
  const isThere = ({ id }: { id: string }) => people.some((person) => person.id === id)
  return {
    ...answers,
    income: { people: answers.income.people.filter(isThere) },
    coverage: { people: answers.coverage.people.filter(isThere) },
  }
}

/** The life event for which coverage of this year was chosen; null for the year that the exchange offers. */
export function specialOf({ specialYear, event, eventDate }: TypedAbout, today: string): TypedSpecialEnrollment | null {
  return specialYear === today.slice(0, 4) ? { event, date: eventDate } : null
}

/** Whether the coverage of a plan year has ended, after which its application is not changed. */
export const isCoverageOver = (planYear: number, today: string): boolean => planYear < Number(today.slice(0, 4))

/** Plan year of an application: this one where its special enrollment was chosen, otherwise the one that is offered. */
export function wantedYear({ about }: EdeAnswers, offeredYear: number, today: string): number {
  return specialOf(about, today) === null ? offeredYear : Number(today.slice(0, 4))
}
