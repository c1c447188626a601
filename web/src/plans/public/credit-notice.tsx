import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { Estimate, MemberResult, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from './credit-notice.module.css'
import { describeCredit, memberInWords } from './describe-credit.ts'

/** Explains the credit estimate, whom it covers, and how it was calculated. */
export function CreditNotice(props: {
  terms: PlanTerms
  household: HouseholdInput
  /** Prices the plans without the people at these places. */
  onLeaveOut(places: readonly number[]): void
}) {
  const { terms, household } = props
  const { tone, text } = describeCredit(terms)
  const size = usePhone() ? 'xl' : 'xs'
  const { estimate } = terms
  const others = (estimate?.members ?? []).flatMap((member) => {
    const words = memberInWords(member, terms)
    return words === null ? [] : [{ ...member, words }]
  })
  // People with the same explanation share one line.
  const groups = Map.groupBy(others, ({ words }) => words)
  const inPrograms = others.filter(({ result }) => result === 'program').map(({ place }) => place)
  return (
    <section className={css.credit} aria-label="Tax credit">
      <NoticeLine tone={tone}>{text}</NoticeLine>
      {groups.size > 0 ? (
        <ul className={css.people}>
          {[...groups].map(([words, members]) => (
            <li key={words}>
              {peopleInWords(members, household)} {words}
            </li>
          ))}
        </ul>
      ) : null}
      {inPrograms.length > 0 && inPrograms.length < (terms.people ?? 0) ? (
        <Button size={size} variant="default" onClick={() => props.onLeaveOut(inPrograms)}>
          Show premiums without {inPrograms.length === 1 ? 'this person' : `these ${inPrograms.length} people`}
        </Button>
      ) : null}
      {estimate && !estimate.missing ? <Calculation estimate={estimate} terms={terms} household={household} /> : null}
    </section>
  )
}

/** 'Person 3 (age 10) and person 4 (age 7):'. */
function peopleInWords(members: readonly MemberResult[], { people }: HouseholdInput): string {
  const names = members.map(({ place }) => `person ${place + 1} (age ${String(people[place]?.age ?? '')})`)
  const text = new Intl.ListFormat('en').format(names)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}:`
}

function Calculation(props: { estimate: Estimate; terms: PlanTerms; household: HouseholdInput }) {
  const { estimate, terms, household } = props
  const size = household.people.length
  const facts = [
    { label: 'Household income per year', value: showMoney(household.income) },
    {
      label: `Poverty line for ${size === 1 ? '1 person' : `${size} people`} (guidelines of ${estimate.povertyYear})`,
      value: showMoney(estimate.povertyLine),
    },
    { label: 'Income for the tax credit', value: `${estimate.povertyPercent}% of the poverty line` },
    {
      label: 'Income for Medicaid and CHIP',
      value: `${estimate.medicaidPercent}% of the poverty line of ${estimate.medicaidYear}`,
    },
    {
      label: 'Expected contribution',
      value:
        estimate.share === null
          ? 'None: no tax credit above 400%'
          : `${estimate.share}% of income (${estimate.shareSource}), ${showMoney(estimate.contribution)} a month`,
    },
    {
      label: `Benchmark plan for ${estimate.creditPeople === 1 ? '1 person' : `${estimate.creditPeople} people`}`,
      value:
        estimate.benchmark === null ? 'Unknown' : `${showMoney(estimate.benchmark)} a month (second lowest silver)`,
    },
    {
      label: 'Tax credit',
      value: terms.credit === null ? 'Unknown' : `${showMoney(terms.credit)} a month: benchmark less contribution`,
    },
  ]
  return (
    <details className={css.calculation}>
      <summary>How this was calculated</summary>
      <DefinitionGrid facts={facts} />
    </details>
  )
}
