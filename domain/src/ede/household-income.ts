import { cents, readMoney } from '../fields/amount.ts'
import {
  type EdeAnswers,
  incomeOf,
  isDeduction,
  payPeriods,
  type TypedPerson,
  type TypedSource,
} from './ede-answers.ts'

/**
 * Income from which on an unmarried dependent under 65 must file a tax return, in cents: 26 USC 6012(a)(1)(C), 63(c)(5) and
 * 6017, amounts of 2026 (Rev. Proc. 2025-32).
 */
const filing = { unearned: 135_000, earned: 1_610_000, besideEarned: 45_000, selfEmployment: 40_000 }

/** Yearly income of a person in cents, less deductions. A loss of a self-employed person lowers it. */
export function yearlyCents(sources: readonly TypedSource[]): number {
  return sources.reduce((sum, { kind, amount, period }) => {
    const times = Object.entries(payPeriods).find(([name]) => name === period)?.[1] ?? 0
    const yearly = (cents(readMoney(amount) ?? '') ?? 0) * times
    return sum + (isDeduction(kind) ? -yearly : yearly)
  }, 0)
}

/** Social Security alone makes no one file: it is taxed from half of it and 25,000 dollars on. */
function mustFile(sources: readonly TypedSource[]): boolean {
  const of = (...kinds: TypedSource['kind'][]) => yearlyCents(sources.filter(({ kind }) => kinds.includes(kind)))
  // A loss does not lower the gross income, which decides.
  const selfEmployment = Math.max(0, of('self-employment'))
  const earned = of('job') + selfEmployment
  const unearned = of('unemployment', 'retirement', 'other')
  const deduction = Math.max(filing.unearned, Math.min(earned + filing.besideEarned, filing.earned))
  return selfEmployment >= filing.selfEmployment || unearned > filing.unearned || earned + unearned > deduction
}

const isDependent = ({ relationship }: TypedPerson) => relationship === 'child' || relationship === 'dependent'

/** Dependents with an income that does not count, since they need not file (26 CFR 1.36B-1(e)(1), 42 CFR 435.603(d)(2)). */
export function uncountedIncomes(answers: EdeAnswers): readonly TypedPerson[] {
  const incomes = incomeOf(answers)
  return answers.household.people.filter((person) => {
    const income = incomes.find(({ id }) => id === person.id)
    return (
      isDependent(person) && income?.has === 'yes' && yearlyCents(income.sources) !== 0 && !mustFile(income.sources)
    )
  })
}

/**
 * Yearly income of the household in cents: of the tax filers, and of dependents who must file. Losses and deductions above the
 * income leave none.
 */
export function householdIncomeCents(answers: EdeAnswers): number {
  const uncounted = uncountedIncomes(answers)
  const total = incomeOf(answers).reduce(
    (sum, { id, has, sources }) =>
      has === 'yes' && !uncounted.some((person) => person.id === id) ? sum + yearlyCents(sources) : sum,
    0,
  )
  return Math.max(0, total)
}
