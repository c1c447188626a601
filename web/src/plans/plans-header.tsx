import { windowSentences } from '@coverdesk/domain/enrollment-windows/window-sentences.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { PlanList, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import type { ReactNode } from 'react'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { BackButton } from '../ui/page/back-button.tsx'
import { usePlanTexts } from './plan-texts.ts'
import css from './plans-header.module.css'

/** 'Miami-Dade FL 33165, 2027'. */
export function placeInWords({ place, year }: PlanTerms): string {
  return place ? `${place.county} ${place.state} ${place.zipCode}, ${year}` : String(year)
}

interface PlansHeaderProps {
  page: PlanList | undefined
  /** Whose plans they are. */
  who?: string | undefined
  /** Fallback target of Back; omitted if there is none. */
  back?: string
  children?: ReactNode
}

/** Number of plans, whose they are, and the financial help. */
export function PlansHeader({ page, who, back, children }: PlansHeaderProps) {
  const terms = page?.terms
  const texts = usePlanTexts()
  return (
    <div className={css.header}>
      {back === undefined ? null : <BackButton to={back} />}
      <div className={css.who}>
        <div className={css.title}>
          <h1>{texts.plans}</h1>
          {page ? (
            <span className="figures" role="status">
              {page.totalRecords === page.offered
                ? page.offered
                : texts.someOf(String(page.totalRecords), String(page.offered))}
            </span>
          ) : null}
          {page?.invented && page.offered > 0 ? <InventedPlans /> : null}
        </div>
        <p>{terms ? [who, placeInWords(terms)].filter(Boolean).join(', ') : <SkeletonBar width={260} />}</p>
        {terms ? <OpenEnrollment terms={terms} /> : null}
      </div>
      {terms ? <Help terms={terms} /> : null}
      {children}
    </div>
  )
}

/** When open enrollment of the plans' year is at their exchange. */
function OpenEnrollment({ terms: { exchange, window, special, year, today } }: { terms: PlanTerms }) {
  const language = useSharedLanguage()
  if (exchange === null) return null
  return (
    <p className={css.window}>
      {windowSentences({ exchange: exchange.name, planYear: year, window, special }, today, language)}
    </p>
  )
}

/** Says that the plans are the built-in sandbox's and cannot be bought. */
export function InventedPlans() {
  return <StatusPill tone="amber">{usePlanTexts().invented}</StatusPill>
}

/** Monthly credit and cost sharing, if there are people. */
export function Help({ terms }: { terms: PlanTerms }) {
  const texts = usePlanTexts()
  if (terms.credit === null) return null
  return (
    <dl className={css.help}>
      <div>
        <dt>{terms.creditFrom === 'estimate' ? texts.estimatedCredit : texts.credit}</dt>
        <dd>{showMoney(terms.credit)}</dd>
      </div>
      <div>
        <dt>{texts.costSharing}</dt>
        <dd>{terms.csr === null ? texts.standardCsr : texts.csr(terms.csr)}</dd>
      </div>
    </dl>
  )
}
