import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { CostLimit } from '@coverdesk/domain/plans/plan.ts'
import type { PlanDetail } from '@coverdesk/domain/plans/plan-contract.ts'
import { useLevels, useLevelWords } from '@coverdesk/domain/plans/yearly-cost.ts'
import { IconArrowUpRight, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Missing } from '../ui/basics/money-cell.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { inNetwork, outOfNetwork } from './benefit-price.ts'
import { Metal, Premium, Rating, tagsOf, wholeDollars } from './plan-facts.tsx'
import css from './plan-view.module.css'
import { Help, InventedPlans, placeInWords } from './plans-header.tsx'

interface PlanViewProps {
  plan: PlanDetail
  /** Content before the name, such as a back link. */
  before?: ReactNode
  /** Actions to the right of the premium. */
  actions?: ReactNode
}

/** Details of a plan (PLAN-08). */
export function PlanView({ plan, before, actions }: PlanViewProps) {
  return (
    <div className={css.page}>
      <div className={css.header}>
        {before}
        <div className={css.who}>
          <p>
            {plan.issuer.name} <Metal level={plan.metal_level} /> {plan.type}
            {tagsOf(plan).map((tag) => (
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
          More than 74 in-network preventive services are free, such as check-ups, screenings and vaccinations.
        </p>
        <Limits plan={plan} />
        <YearlyCosts plan={plan} />
        <Benefits plan={plan} />
        <Ratings plan={plan} />
      </div>
    </div>
  )
}

function Facts({ plan }: { plan: PlanDetail }) {
  const yes = (is: boolean) => (is ? 'Yes' : 'No')
  return (
    <Section title="At a glance">
      <DefinitionGrid
        facts={[
          { label: 'Deductible', value: showMoney(plan.deductible) },
          { label: 'Out-of-pocket max', value: showMoney(plan.moop) },
          { label: 'Rating', value: <Rating rating={plan.quality_rating} /> },
          { label: 'Plan ID', value: plan.id },
          { label: 'HSA eligible', value: yes(plan.hsa_eligible) },
          { label: 'National network', value: yes(plan.has_national_network) },
          { label: 'Referral to specialists', value: yes(plan.specialist_referral_required) },
          ...(plan.continues.length > 0
            ? [{ label: `Continues from ${plan.year - 1}`, value: plan.continues.join(', ') }]
            : []),
          { label: 'Documents', value: <IssuerLinks plan={plan} /> },
        ]}
      />
    </Section>
  )
}

/** Links to the issuer's pages and documents (PLAN-08). */
function IssuerLinks({ plan }: { plan: PlanDetail }) {
  const links = [
    { label: 'Network', href: plan.network_url },
    { label: 'Benefits', href: plan.benefits_url },
    { label: 'Brochure', href: plan.brochure_url },
    { label: 'Drug list', href: plan.formulary_url },
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

const counted: Readonly<Record<CostLimit['family_cost'], string>> = {
  Individual: 'Individual',
  'Family Per Person': 'Family, per person',
  Family: 'Family, total',
}

/** All deductibles and out-of-pocket maximums; the header shows the highest (PLAN-14). */
function Limits({ plan }: { plan: PlanDetail }) {
  const costKinds = [...new Set([...plan.deductibles, ...plan.moops].map(({ family_cost }) => family_cost))]
  const of = (limits: readonly CostLimit[], costKind: string) =>
    limits.filter(({ family_cost }) => family_cost === costKind)
  return (
    <Section title="Maximum you pay per year">
      <Table label="Limits" heads={['', 'Deductible', 'Out-of-pocket max']}>
        {costKinds.map((costKind) => (
          <tr key={costKind}>
            <th scope="row">{counted[costKind]}</th>
            {[plan.deductibles, plan.moops].map((limits, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two cells that never move
              <td key={place}>
                {of(limits, costKind)
                  .map(({ amount, network_tier }) => amountIn(amount, network_tier))
                  .join(', ') || <Missing />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  )
}

const amountIn = (amount: string, tier: string) =>
  tier === 'In-Network' ? showMoney(amount) : `${showMoney(amount)} (${tier})`

/** What a year costs by level of use. */
function YearlyCosts({ plan: { yearly_costs, examples } }: { plan: PlanDetail }) {
  if (!yearly_costs || !examples) return null
  return (
    <Section title="Yearly cost by use">
      <Table label="Yearly cost by use" heads={['Care of one person', 'Estimated cost of the year']}>
        {useLevels.map((level) => (
          <tr key={level}>
            <th scope="row">{useLevelWords[level]}</th>
            <td>{wholeDollars(yearly_costs[level])}</td>
          </tr>
        ))}
      </Table>
      <p className={css.method}>
        Twelve premiums after the credit, and what one person pays in the example of the insurer&apos;s Summary of
        Benefits and Coverage.
      </p>
    </Section>
  )
}

function Benefits({ plan }: { plan: PlanDetail }) {
  return (
    <Section title="Benefits" count={plan.benefits.length}>
      <Table label="Benefits" heads={['Benefit', 'In network', 'Out of network', 'Limit']}>
        {plan.benefits.map((benefit) => (
          <tr key={benefit.name}>
            <th scope="row">{benefit.name}</th>
            <td data-free={inNetwork(benefit) === 'Free' || undefined}>{inNetwork(benefit)}</td>
            <td>{outOfNetwork(benefit)}</td>
            <td>{benefit.limit ?? <Missing />}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

function Ratings({ plan }: { plan: PlanDetail }) {
  const { quality_rating: rating } = plan
  if (!rating) return null
  const stars = (value: number | null) => <Rating rating={value === null ? null : { global_rating: value }} />
  return (
    <Section title="Quality">
      <DefinitionGrid
        facts={[
          { label: 'Overall', value: stars(rating.global_rating) },
          { label: 'Medical care', value: stars(rating.clinical_quality_management_rating) },
          { label: 'Members’ experience', value: stars(rating.enrollee_experience_rating) },
          { label: 'Plan administration', value: stars(rating.plan_efficiency_rating) },
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
    <section className={css.scroller} aria-label={`${label}, table`} tabIndex={0}>
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
