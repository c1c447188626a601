import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Estimate, MemberResult, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import css from './credit-notice.module.css'
import { creditTexts, useCreditTexts } from './credit-texts.ts'
import { describeCredit, memberInWords, sourcesInWords } from './describe-credit.ts'

/** Age at which plans no longer cover a child with the parents (45 CFR 147.120). */
const endOfDependents = 26

/** Explains the credit estimate, whom it covers, and how it was calculated. */
export function CreditNotice(props: {
  terms: PlanTerms
  household: HouseholdInput
  /** Prices the plans without the people at these places. */
  onLeaveOut(places: readonly number[]): void
}) {
  const { terms, household } = props
  const texts = useCreditTexts()
  const planTexts = usePlanTexts()
  const language = useSharedLanguage()
  const { tone, text } = describeCredit(terms, texts)
  const size = usePhone() ? 'xl' : 'xs'
  const { estimate } = terms
  const soldElsewhere = estimate?.outcome === 'no-benchmark' ? terms.exchange : null
  const others = (estimate?.members ?? []).flatMap((member) => {
    const words = memberInWords(member, terms, texts)
    return words === null ? [] : [{ ...member, words }]
  })
  const grown = household.people.flatMap(({ age, relation, covered }, place) =>
    relation === 'child' && covered && Number(age) >= endOfDependents ? [{ place, words: texts.ownPlan }] : [],
  )
  // People with the same explanation share one line.
  const groups = Map.groupBy<string, { place: number; words: string }>([...others, ...grown], ({ words }) => words)
  const lostCsr = terms.csr === null ? (estimate?.creditCsr ?? null) : null
  // A person without the credit takes the reduced cost sharing of a common plan from the others (45 CFR 155.305(g)(3)).
  const apart = others.filter(({ result }) => result === 'program' || lostCsr !== null)
  const apartPlaces = apart.map(({ place }) => place)
  return (
    <section className={css.credit} aria-label={texts.taxCredit}>
      <NoticeLine tone={tone} action={soldElsewhere ? <OpenSite site={soldElsewhere.site} /> : undefined}>
        {text}
      </NoticeLine>
      {groups.size > 0 ? (
        <ul className={css.people}>
          {[...groups].map(([words, members]) => (
            <li key={words}>
              {peopleInWords(members, household, language)} {words}
            </li>
          ))}
        </ul>
      ) : null}
      {lostCsr === null ? null : (
        <NoticeLine tone="blue">
          {texts.lostCsr(namesOf(apart, household, language), planTexts.csr(lostCsr))}
        </NoticeLine>
      )}
      {apart.length > 0 && apart.length < (terms.people ?? 0) ? (
        <Button size={size} variant="default" onClick={() => props.onLeaveOut(apartPlaces)}>
          {texts.leaveOut(apart.length)}
        </Button>
      ) : null}
      {estimate && !estimate.missing && !estimate.verification ? (
        <Calculation estimate={estimate} terms={terms} household={household} />
      ) : null}
    </section>
  )
}

/** Opens the exchange that sells the plans of the place. */
function OpenSite({ site }: { site: string }) {
  const texts = useCreditTexts()
  return (
    <Button
      size={usePhone() ? 'xl' : 'xs'}
      variant="default"
      component="a"
      href={`https://${site}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {texts.openSite(site)}
    </Button>
  )
}

/** 'Person 3 (age 10) and person 4 (age 7):'. */
function peopleInWords(
  members: readonly Pick<MemberResult, 'place'>[],
  household: HouseholdInput,
  language: MessageLanguage,
): string {
  const text = namesOf(members, household, language)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}:`
}

/** 'person 3 (age 10) and person 4 (age 7)'. */
function namesOf(
  members: readonly Pick<MemberResult, 'place'>[],
  { people }: HouseholdInput,
  language: MessageLanguage,
): string {
  const names = members.map(({ place }) => creditTexts[language].person(place + 1, String(people[place]?.age ?? '')))
  return new Intl.ListFormat(language).format(names)
}

function Calculation(props: { estimate: Estimate; terms: PlanTerms; household: HouseholdInput }) {
  const { estimate, terms, household } = props
  const texts = useCreditTexts()
  const size = household.people.length
  const facts = [
    { label: texts.householdIncome, value: showMoney(household.income) },
    {
      label: texts.povertyLine(size, estimate.povertyYear ?? terms.year),
      value: showMoney(estimate.povertyLine),
    },
    { label: texts.creditIncome, value: texts.ofPovertyLine(String(estimate.povertyPercent)) },
    {
      label: texts.medicaidIncome,
      value: texts.ofPovertyLineIn(String(estimate.medicaidPercent), estimate.medicaidYear ?? terms.year),
    },
    {
      label: texts.contribution,
      value:
        estimate.share === null
          ? texts.noContribution
          : texts.share(String(estimate.share), estimate.shareSource ?? '', showMoney(estimate.contribution)),
    },
    {
      label: texts.benchmark(estimate.creditPeople),
      value: estimate.benchmark === null ? texts.unknown : texts.benchmarkIs(showMoney(estimate.benchmark)),
    },
    {
      label: texts.taxCredit,
      value: terms.credit === null ? texts.unknown : texts.creditIs(showMoney(terms.credit)),
    },
    ...sourcesInWords(estimate, texts).map(({ label, source, confidence }) => ({
      label,
      value: (
        <>
          <span lang="en">{source}</span> ({confidence})
        </>
      ),
    })),
  ]
  return (
    <details className={css.calculation}>
      <summary>{texts.how}</summary>
      <DefinitionGrid facts={facts} />
    </details>
  )
}
