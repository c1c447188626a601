import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { Estimate, MemberResult, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'

const tables = {
  contribution: 'table of expected contributions',
  poverty: 'poverty guidelines',
  employer: 'percentage for offers of coverage at work',
} as const

/** Explains a credit estimate; only the marketplace decides. */
export function describeCredit(terms: PlanTerms): { tone: 'blue' | 'amber'; text: string } {
  const { estimate, people } = terms
  if (people === 0) return { tone: 'amber', text: 'Select who needs a plan to see premiums.' }
  if (!estimate)
    return { tone: 'blue', text: 'Premiums are before any tax credit. Add your income to see an estimate.' }
  if (estimate.missing) {
    const { table, year } = estimate.missing
    return {
      tone: 'amber',
      text: `The federal ${tables[table]} for ${year} isn't available, so a tax credit for ${terms.year} can't be estimated. Premiums are before any tax credit.`,
    }
  }
  return outcomeInWords(terms, estimate)
}

function outcomeInWords(terms: PlanTerms, estimate: Estimate): { tone: 'blue' | 'amber'; text: string } {
  const income = `Your income is about ${estimate.povertyPercent}% of the poverty line.`
  const { state = '' } = terms.place ?? {}
  switch (estimate.outcome) {
    case 'no-benchmark':
      return { tone: 'amber', text: `${income} ${unknownPlans(terms)}, so your tax credit can't be estimated.` }
    case 'below-poverty':
      return {
        tone: 'amber',
        text: `${income} Below 100% there is usually no tax credit, and Medicaid in ${state} may not cover adults at this income. Apply anyway: the marketplace checks both.`,
      }
    case 'no-eligible-member':
      return {
        tone: 'amber',
        text: `${income} The people who need a plan may get other coverage, so there is no tax credit.`,
      }
    case 'above-limit':
      return { tone: 'amber', text: `${income} Above 400% there is no tax credit.` }
    case 'covered-by-contribution':
      return {
        tone: 'blue',
        text: `${income} The benchmark plan costs at most the ${showMoney(estimate.contribution)} a month that you are expected to pay, so there is no tax credit.`,
      }
    default:
      return {
        tone: 'blue',
        text: `${income} Your estimated tax credit is ${showMoney(terms.credit)} a month. The marketplace makes the final decision.`,
      }
  }
}

/** Names the exchange that sells plans where this marketplace has none, without a period. */
export function unknownPlans({ place, exchange }: PlanTerms): string {
  const here = place ? `We have no plans for ${place.county}, ${place.state}` : 'We have no plans for this place'
  return exchange ? `${here}. Plans there are sold at ${exchange.name} (${exchange.site})` : here
}

/** Why people have no tax credit, or which other coverage they may have; null for people with the credit. */
export function memberInWords(member: MemberResult, terms: PlanTerms): string | null {
  const { program, limit, limitYear } = member
  const { state = '' } = terms.place ?? {}
  switch (member.result) {
    case 'program':
      return program === 'Medicare' || limit === null
        ? `may be eligible for ${program}, so no tax credit.`
        : `may be eligible for ${program}: in ${state} up to ${limit}% of the poverty line${limitYear === null || limitYear === terms.year ? '' : ` (limits of ${limitYear})`}${doubt(member)}.`
    case 'affordable-offer':
      return `the offer of coverage at work counts as affordable (up to ${limit}% of household income), so no tax credit.`
    case 'other-coverage':
      return 'other coverage, so no tax credit.'
    case 'coverage-gap':
      return 'no tax credit below 100% of the poverty line.'
    case 'status':
      return 'a marketplace plan needs a lawful immigration status.'
    case 'status-without-credit':
      return 'with this status a plan has no tax credit from 2027 on.'
    case 'credit':
      return null
  }
}

function doubt({ confidence }: MemberResult): string {
  return confidence === 'verified' || confidence === null ? '' : `, a limit that isn't confirmed by a second source`
}
