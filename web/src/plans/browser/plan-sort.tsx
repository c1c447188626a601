import { planSorts } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useLevels } from '@coverdesk/domain/plans/yearly-cost.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { ShortSelect } from '../../ui/choices/short-select.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import type { PlanQuery } from './plan-query.ts'
import css from './plan-sort.module.css'

/** Sort order of the plans (PLAN-15); choosing the current one reverses it. */
export function PlanSortChoice({ query }: { query: PlanQuery }) {
  const texts = usePlanTexts()
  const words = texts.sorts
  return (
    <fieldset className={css.sorts}>
      <legend>{texts.sort}</legend>
      {planSorts.map((sort) => {
        const chosen = sort === query.sort
        const Arrow = query.order === 'asc' ? IconArrowUp : IconArrowDown
        const directed = query.order === 'asc' ? texts.ascending(words[sort]) : texts.descending(words[sort])
        return (
          <button
            key={sort}
            type="button"
            aria-pressed={chosen}
            aria-label={chosen ? directed : words[sort]}
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
          aria-label={texts.care}
          choices={useLevels.map((value) => ({ value, label: texts.uses[value] }))}
          value={query.use}
          onChange={query.setUse}
        />
      ) : null}
    </fieldset>
  )
}
