import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'

/** Explains a credit estimate; only the marketplace decides. */
export function describeCredit({ estimate, credit, people, year }: PlanTerms): {
  tone: 'blue' | 'amber'
  text: string
} {
  if (people === 0) return { tone: 'amber', text: 'Select who needs a plan to see premiums.' }
  if (!estimate)
    return { tone: 'blue', text: 'Premiums are before any tax credit. Add your income to see an estimate.' }
  const income = `Your income is about ${estimate.povertyPercent}% of the poverty line.`
  const table =
    estimate.tableYear === year
      ? ''
      : ` The federal table for ${year} isn't available yet, so the ${estimate.tableYear} table was used.`
  switch (estimate.outcome) {
    case 'below-poverty':
      return {
        tone: 'amber',
        text: `${income} Below 100% there is usually no tax credit, but Medicaid may cover you: ask your agent.${table}`,
      }
    case 'above-limit':
      return { tone: 'amber', text: `${income} Above 400% there is no tax credit.${table}` }
    case 'covered-by-contribution':
      return {
        tone: 'blue',
        text: `${income} The benchmark plan costs no more than the ${showMoney(estimate.contribution)} a month that you are expected to pay, so there is no tax credit.${table}`,
      }
    case 'credit':
      return {
        tone: 'blue',
        text: `${income} Your estimated tax credit is ${showMoney(credit)} a month. The marketplace makes the final decision.${table}`,
      }
  }
}
