import type { migratoryStatuses, relations } from '../offline/offline-fields.ts'
import { EdeAnswers, maxPeople, newPerson, type TypedIncome, type TypedPerson } from './ede-answers.ts'

/** A person of a paper application; the applicant is 'self'. */
export interface PaperPerson {
  relation: (typeof relations)[number] | 'self'
  firstName: string
  middleName: string
  lastName: string
  dob: string
  sex: 'M' | 'F'
  apply: boolean
  migratoryStatus: (typeof migratoryStatuses)[number] | null
  typeOfIncome: 'employed' | 'self_employed' | 'unemployed' | null
  /** Dollars. */
  annualIncome: string | null
}

/**
 * Household and income of the wizard as a paper application says them, the applicant first. Social Security numbers stay sealed there;
 * what the two ask differently, such as the status of a person who is not a citizen, is asked again.
 */
export function answersOfPaper(onPaper: readonly PaperPerson[]): Pick<EdeAnswers, 'household' | 'income'> {
  const people: TypedPerson[] = []
  const incomes: TypedIncome[] = []
  for (const one of onPaper.slice(0, maxPeople)) {
    const person = newPerson(people, typedPerson(one))
    people.push(person)
    const income = incomeOn(one)
    if (income) incomes.push({ id: person.id, ...income })
  }
  const { household, income } = EdeAnswers.parse({ household: { people }, income: { people: incomes } })
  return { household, income }
}

const relationships = {
  self: 'self',
  spouse: 'spouse',
  child: 'child',
  dependent: 'dependent',
  // Whether parents are dependents is asked.
  father: '',
  mother: '',
} as const satisfies Record<PaperPerson['relation'], TypedPerson['relationship']>

function typedPerson(one: PaperPerson): Partial<TypedPerson> {
  const { relation, firstName, middleName, lastName, dob, sex, apply, migratoryStatus } = one
  return {
    firstName: firstName.slice(0, 50),
    middleName: middleName.slice(0, 50),
    lastName: lastName.slice(0, 50),
    relationship: relationships[relation],
    dob,
    sex,
    applies: apply ? 'yes' : 'no',
    citizen: citizenOn(migratoryStatus),
  }
}

function citizenOn(status: PaperPerson['migratoryStatus']): TypedPerson['citizen'] {
  if (status === 'citizen') return 'yes'
  return status === null || status === 'other' ? '' : 'no'
}

const kinds = { employed: 'job', self_employed: 'self-employment', unemployed: '' } as const

function incomeOn({ typeOfIncome, annualIncome }: PaperPerson): Omit<TypedIncome, 'id'> | null {
  if (annualIncome !== null && Number(annualIncome) > 0) {
    const kind = typeOfIncome === null ? '' : kinds[typeOfIncome]
    return { has: 'yes', sources: [{ kind, amount: annualIncome, period: 'year' }] }
  }
  return typeOfIncome === 'unemployed' ? { has: 'no', sources: [] } : null
}
