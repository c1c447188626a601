import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { Estimate, MemberResult, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import type { CreditTexts } from './credit-texts.ts'

/** Explains a credit estimate; only the marketplace decides. */
export function describeCredit(terms: PlanTerms, texts: CreditTexts): { tone: 'blue' | 'amber'; text: string } {
  const { estimate, people } = terms
  if (people === 0) return { tone: 'amber', text: texts.selectPeople }
  if (!estimate) return { tone: 'blue', text: texts.noIncome }
  if (estimate.missing) {
    const { table, year } = estimate.missing
    return { tone: 'amber', text: texts.missing(texts.tables[table], year, terms.year) }
  }
  if (estimate.verification)
    return { tone: 'amber', text: texts.notVerified(estimate.verification.from, estimate.verification.source) }
  return outcomeInWords(terms, estimate, texts)
}

function outcomeInWords(
  terms: PlanTerms,
  estimate: Estimate,
  texts: CreditTexts,
): { tone: 'blue' | 'amber'; text: string } {
  const income = texts.income(String(estimate.povertyPercent))
  const { state = '' } = terms.place ?? {}
  switch (estimate.outcome) {
    case 'no-benchmark':
      return { tone: 'amber', text: `${income} ${texts.noBenchmark(unknownPlans(terms, texts))}` }
    case 'unread-benchmark':
      return { tone: 'amber', text: `${income} ${texts.unreadBenchmark}` }
    case 'below-poverty':
      return {
        tone: 'amber',
        text: `${income} ${texts.belowPoverty(state)}`,
      }
    case 'no-eligible-member':
      return {
        tone: 'amber',
        text: `${income} ${estimate.members.every(isCoveredElsewhere) ? texts.noEligibleMember : texts.noOneEligible}`,
      }
    case 'above-limit':
      return { tone: 'amber', text: `${income} ${texts.aboveLimit}` }
    case 'covered-by-contribution':
      return {
        tone: 'blue',
        text: `${income} ${texts.coveredByContribution(showMoney(estimate.contribution))}`,
      }
    default:
      return {
        tone: 'blue',
        text: `${income} ${texts.credit(showMoney(terms.credit))}`,
      }
  }
}

interface SourceInWords {
  label: string
  /** The name of the publication, which is in English. */
  source: string
  confidence: string
}

/** The source of each value behind an estimate, and whether a second one confirms it. */
export function sourcesInWords(estimate: Estimate, texts: CreditTexts): SourceInWords[] {
  return estimate.sources.map(({ value, year, source, confidence }) => ({
    label: texts.sourceOf(texts.values[value], year),
    source,
    confidence: texts.confidences[confidence],
  }))
}

/** Whether a person has no credit because of other coverage, and not because of their status or income. */
function isCoveredElsewhere({ result }: MemberResult): boolean {
  return result === 'program' || result === 'other-coverage' || result === 'affordable-offer'
}

/** Names the exchange that sells plans where this marketplace has none, without a period. */
export function unknownPlans({ place, exchange }: PlanTerms, texts: CreditTexts): string {
  const here = place ? texts.noPlansIn(place.county, place.state) : texts.noPlansHere
  return exchange ? `${here}. ${texts.soldAt(exchange.name, exchange.site)}` : here
}

/** Why people have no tax credit, or which other coverage they may have; null for people with the credit. */
export function memberInWords(member: MemberResult, terms: PlanTerms, texts: CreditTexts): string | null {
  const { program, limit, limitYear } = member
  const { state = '' } = terms.place ?? {}
  switch (member.result) {
    case 'program':
      return program === 'Medicare' || limit === null
        ? texts.program(program ?? '')
        : `${texts.programUpTo(program ?? '', state, String(limit))}${limitYear === null || limitYear === terms.year ? '' : texts.limitsOf(limitYear)}${doubt(member, texts)}.`
    case 'affordable-offer':
      return texts.affordableOffer(String(limit))
    case 'other-coverage':
      return texts.otherCoverage
    case 'coverage-gap':
      return texts.coverageGap
    case 'status':
      return texts.status
    case 'status-without-credit':
      return texts.statusWithoutCredit
    case 'credit':
      return null
  }
}

function doubt({ confidence }: MemberResult, texts: CreditTexts): string {
  return confidence === 'verified' || confidence === null ? '' : texts.doubt
}
