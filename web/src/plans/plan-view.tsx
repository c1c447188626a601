import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { CostLimit } from '@coverdesk/domain/plans/plan.ts'
import type { PlanDetail } from '@coverdesk/domain/plans/plan-contract.ts'
import { useLevels } from '@coverdesk/domain/plans/yearly-cost.ts'
import { IconArrowUpRight, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { Missing } from '../ui/basics/money-cell.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { inNetwork, outOfNetwork } from './benefit-price.ts'
import { benefitLimit, benefitName } from './benefit-words.ts'
import { DirectorySection } from './directory/directory-section.tsx'
import { Metal, Premium, Rating, tagsOf, wholeDollars } from './plan-facts.tsx'
import { type PlanTexts, usePlanTexts } from './plan-texts.ts'
import css from './plan-view.module.css'
import { Help, InventedPlans, placeInWords } from './plans-header.tsx'

interface PlanViewProps {
  plan: PlanDetail
  /** Whose doctors and drugs it is about (`useDirectoryOf`). */
  directoryOf: string
  /** Content before the name, such as a back link. */
  before?: ReactNode
  /** Actions to the right of the premium. */
  actions?: ReactNode
}

/** Details of a plan (PLAN-08). */
export function PlanView({ plan, directoryOf, before, actions }: PlanViewProps) {
  const texts = usePlanTexts()
  return (
    <div className={css.page}>
      <div className={css.header}>
        {before}
        <div className={css.who}>
          <p>
            {plan.issuer.name} <Metal level={plan.metal_level} /> {plan.type}
            {tagsOf(plan, texts).map((tag) => (
              <span key={tag} className={css.tag}>
                {tag}
              </span>
            ))}
          </p>
          <h1>{plan.name}</h1>
          <p>
            {placeInWords(plan.terms)} {plan.invented ? <InventedPlans /> : null}
          </p>
        </div>
        <Help terms={{ ...plan.terms, csr: plan.csr }} />
        <Premium plan={plan} size="page" />
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
      <div className={css.body}>
        <Facts plan={plan} />
        <p className={css.preventive}>
          <IconShieldCheck size={18} stroke={1.75} aria-hidden />
          {texts.preventive}
        </p>
        <DirectorySection
          plan={plan}
          of={directoryOf}
          table={(title, heads, rows, note) => (
            <Section title={title}>
              <Table label={title} heads={heads}>
                {rows}
              </Table>
              <p className={css.method}>{note}</p>
            </Section>
          )}
        />
        <Limits plan={plan} />
        <YearlyCosts plan={plan} />
        <Benefits plan={plan} />
        <Ratings plan={plan} />
      </div>
    </div>
  )
}

function Facts({ plan }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  const yes = (is: boolean) => (is ? texts.yes : texts.no)
  return (
    <Section title={texts.atAGlance}>
      <DefinitionGrid
        facts={[
          { label: texts.deductible, value: showMoney(plan.deductible) },
          { label: texts.moop, value: showMoney(plan.moop) },
          { label: texts.rating, value: <Rating rating={plan.quality_rating} /> },
          { label: texts.planId, value: plan.id },
          { label: texts.hsa, value: yes(plan.hsa_eligible) },
          { label: texts.national, value: yes(plan.has_national_network) },
          { label: texts.referral, value: yes(plan.specialist_referral_required) },
          ...(plan.continues.length > 0
            ? [{ label: texts.continuesFrom(plan.year - 1), value: plan.continues.join(', ') }]
            : []),
          { label: texts.documents, value: <IssuerLinks plan={plan} /> },
        ]}
      />
    </Section>
  )
}

/** Links to the issuer's pages and documents (PLAN-08). */
function IssuerLinks({ plan }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  const links = [
    { label: texts.network, href: plan.network_url },
    { label: texts.benefits, href: plan.benefits_url },
    { label: texts.brochure, href: plan.brochure_url },
    { label: texts.drugList, href: plan.formulary_url },
  ].filter(({ href }) => href !== null)
  if (links.length === 0) return <Missing />
  return (
    <span className={css.links}>
      {links.map(({ label, href }) => (
        <a key={label} href={href ?? undefined} target="_blank" rel="noopener noreferrer">
          {label}
          <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
        </a>
      ))}
    </span>
  )
}

/** All deductibles and out-of-pocket maximums; the header shows the highest (PLAN-14). */
function Limits({ plan }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  const costKinds = [...new Set([...plan.deductibles, ...plan.moops].map(({ family_cost }) => family_cost))]
  const of = (limits: readonly CostLimit[], costKind: string) =>
    limits.filter(({ family_cost }) => family_cost === costKind)
  return (
    <Section title={texts.maximum}>
      <Table label={texts.limits} heads={['', texts.deductible, texts.moop]}>
        {costKinds.map((costKind) => (
          <tr key={costKind}>
            <th scope="row">{texts.counted[costKind]}</th>
            {[plan.deductibles, plan.moops].map((limits, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two cells that never move
              <td key={place}>
                {of(limits, costKind)
                  .map(({ amount, network_tier }) => amountIn(amount, network_tier, texts))
                  .join(', ') || <Missing />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  )
}

const amountIn = (amount: string, tier: string, texts: PlanTexts) =>
  tier === 'In-Network' ? showMoney(amount) : texts.inTier(showMoney(amount), tier)

/** What a year costs by level of use. */
function YearlyCosts({ plan: { yearly_costs, examples } }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  if (!yearly_costs || !examples) return null
  return (
    <Section title={texts.yearlyByUse}>
      <Table label={texts.yearlyByUse} heads={[texts.careOfOne, texts.estimatedYear]}>
        {useLevels.map((level) => (
          <tr key={level}>
            <th scope="row">{texts.uses[level]}</th>
            <td>{wholeDollars(yearly_costs[level])}</td>
          </tr>
        ))}
      </Table>
      <p className={css.method}>{texts.yearlyMethod}</p>
    </Section>
  )
}

function Benefits({ plan }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  return (
    <Section title={texts.benefits} count={plan.benefits.length}>
      <Table label={texts.benefits} heads={[texts.benefit, texts.inNetwork, texts.outOfNetwork, texts.limit]}>
        {plan.benefits.map((benefit) => (
          <tr key={benefit.name}>
            <th scope="row">{benefitName(benefit.name, language)}</th>
            <td data-free={inNetwork(benefit, texts) === texts.free || undefined}>{inNetwork(benefit, texts)}</td>
            <td>{outOfNetwork(benefit, texts)}</td>
            <td>{benefit.limit ? benefitLimit(benefit.limit, language) : <Missing />}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

function Ratings({ plan }: { plan: PlanDetail }) {
  const texts = usePlanTexts()
  const { quality_rating: rating } = plan
  if (!rating) return null
  const stars = (value: number | null) => <Rating rating={value === null ? null : { global_rating: value }} />
  return (
    <Section title={texts.quality}>
      <DefinitionGrid
        facts={[
          { label: texts.overall, value: stars(rating.global_rating) },
          { label: texts.medicalCare, value: stars(rating.clinical_quality_management_rating) },
          { label: texts.experience, value: stars(rating.enrollee_experience_rating) },
          { label: texts.administration, value: stars(rating.plan_efficiency_rating) },
        ]}
      />
    </Section>
  )
}

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {count === undefined ? null : <span>{count}</span>}
      </h2>
      {children}
    </section>
  )
}

function Table({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its columns do not fit
    <section className={css.scroller} aria-label={usePlanTexts().table(label)} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head) =>
              head === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
