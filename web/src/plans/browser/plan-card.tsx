import type { PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import type { UseLevel } from '@coverdesk/domain/plans/yearly-cost.ts'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Missing } from '../../ui/basics/money-cell.tsx'
import { DirectoryCounts } from '../directory/directory-counts.tsx'
import type { Directory } from '../directory/use-directory.ts'
import { dollars, Metal, Premium, Rating, tagsOf, wholeDollars } from '../plan-facts.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import css from './plan-card.module.css'

interface PlanCardProps {
  plan: PlanRow
  /** Path of its details. */
  to: string
  compared: boolean
  /** The maximum number of plans is already compared. */
  full: boolean
  onCompare(planId: string): void
  onChoose?: ((plan: PlanRow) => void) | undefined
  directory: Directory
  /** Level of use of the yearly cost. */
  use: UseLevel
  size: 'sm' | 'xl'
}

/** Card of a plan (PLAN-02): issuer, monthly premium, limits and rating. */
export function PlanCard({ plan, to, compared, full, onCompare, onChoose, directory, use, size }: PlanCardProps) {
  const nameId = useId()
  const texts = usePlanTexts()
  return (
    <li className={css.card} data-compared={compared || undefined} aria-labelledby={nameId}>
      <div className={css.head}>
        <div className={css.who}>
          <p>
            {plan.issuer.name} <Metal level={plan.metal_level} /> {plan.type}
          </p>
          <h2 id={nameId}>{plan.name}</h2>
        </div>
        <Premium plan={plan} />
      </div>
      <dl className={css.facts}>
        <Fact label={texts.deductible}>{plan.deductible === null ? <Missing /> : dollars(plan.deductible)}</Fact>
        <Fact label={texts.moop}>{plan.moop === null ? <Missing /> : dollars(plan.moop)}</Fact>
        <Fact label={texts.rating}>
          <Rating rating={plan.quality_rating} />
        </Fact>
        {plan.yearly_costs ? <Fact label={texts.yearlyCostAt[use]}>{wholeDollars(plan.yearly_costs[use])}</Fact> : null}
      </dl>
      <DirectoryCounts directory={directory} planId={plan.id} />
      <div className={css.foot}>
        <Checkbox
          label={texts.compare}
          aria-label={texts.compareOne(plan.name)}
          size={size === 'xl' ? 'md' : 'sm'}
          checked={compared}
          disabled={full && !compared}
          onChange={() => onCompare(plan.id)}
        />
        <span className={css.tags}>
          {tagsOf(plan, texts).map((tag) => (
            <span key={tag} className={css.tag}>
              {tag}
            </span>
          ))}
        </span>
        <Button component={Link} to={to} size={size} aria-label={texts.detailsOf(plan.name)} data-plan-details>
          {texts.details}
        </Button>
        {onChoose ? (
          <Button size={size} variant="filled" aria-label={texts.chooseOne(plan.name)} onClick={() => onChoose(plan)}>
            {texts.choose}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
