import { type PlanSort, planSorts } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useLevels, useLevelWords } from '@coverdesk/domain/plans/yearly-cost.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { ShortSelect } from '../../ui/choices/short-select.tsx'
import type { PlanQuery } from './plan-query.ts'
import css from './plan-sort.module.css'

const words: Readonly<Record<PlanSort, string>> = {
  premium: 'Premium',
  deductible: 'Deductible',
  quality_rating: 'Rating',
  yearly_cost: 'Yearly cost',
}

/** Sort order of the plans (PLAN-15); choosing the current one reverses it. */
export function PlanSortChoice({ query }: { query: PlanQuery }) {
  return (
    <fieldset className={css.sorts}>
      <legend>Sort</legend>
      {planSorts.map((sort) => {
        const chosen = sort === query.sort
        const Arrow = query.order === 'asc' ? IconArrowUp : IconArrowDown
        const direction = query.order === 'asc' ? 'ascending' : 'descending'
        return (
          <button
            key={sort}
            type="button"
            aria-pressed={chosen}
            aria-label={chosen ? `${words[sort]}, ${direction}` : words[sort]}
            onClick={() => query.sortBy(sort)}
          >
            {chosen ? <Arrow size={14} stroke={1.75} aria-hidden /> : null}
            {words[sort]}
          </button>
        )
      })}
      {query.sort === 'yearly_cost' ? (
        <ShortSelect
          size="xs"
          aria-label="Care needed in the year"
          choices={useLevels.map((value) => ({ value, label: useLevelWords[value] }))}
          value={query.use}
          onChange={query.setUse}
        />
      ) : null}
    </fieldset>
  )
}
