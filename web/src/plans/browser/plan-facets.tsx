import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CoverFilter } from '../directory/cover-filter.tsx'
import type { Directory } from '../directory/use-directory.ts'
import { levelInWords, usePlanTexts } from '../plan-texts.ts'
import css from './plan-facets.module.css'
import { facetNames, type PlanQuery } from './plan-query.ts'

interface PlanFacetsProps {
  page: PlanList | undefined
  query: PlanQuery
  directory: Directory
  size: 'sm' | 'md'
}

/** Filters (PLAN-02) from the response's facets (PLAN-03); a selected value without matches stays, with 0. */
export function PlanFacets({ page, query, directory, size }: PlanFacetsProps) {
  const texts = usePlanTexts()
  const { premiums } = page?.ranges ?? { premiums: null }
  return (
    <div className={css.facets} data-size={size}>
      <CoverFilter query={query} directory={directory} size={size} />
      {facetNames.map((name) => {
        const facets = page?.facets.find((facet) => facet.name === name)?.facets ?? []
        return (
          <fieldset key={name} className={css.group}>
            <legend>{texts.facets[name]}</legend>
            {facets.map(({ value, count }) => (
              <Checkbox
                key={value}
                size={size}
                classNames={{ root: css.row, body: css.rowBody, labelWrapper: css.rowLabel, label: css.label }}
                checked={query.chosen[name].includes(value)}
                onChange={() => query.toggle(name, value)}
                label={
                  <>
                    <span>{name === 'metal_level' ? levelInWords(value, texts) : value}</span>{' '}
                    <span className={css.count}>{count}</span>
                  </>
                }
              />
            ))}
          </fieldset>
        )
      })}
      {premiums ? <PremiumUpTo range={premiums} value={query.premiumUpTo} onSet={query.setPremium} /> : null}
    </div>
  )
}

/** Debounce in milliseconds. */
const rest = 300

/** Maximum monthly premium in whole dollars; the right end means no limit. */
function PremiumUpTo(props: {
  range: { min: string; max: string }
  value: string | undefined
  onSet(amount: string | undefined): void
}) {
  const { range, value, onSet } = props
  const [least, most] = [Math.floor((cents(range.min) ?? 0) / 100), Math.ceil((cents(range.max) ?? 0) / 100)]
  const set = value === undefined ? most : Math.min(Math.round((cents(value) ?? 0) / 100), most)
  const [moved, setMoved] = useState<number>()
  useEffect(() => {
    if (moved === undefined) return
    const wait = setTimeout(() => {
      onSet(moved >= most ? undefined : amountOf(moved * 100))
      setMoved(undefined)
    }, rest)
    return () => clearTimeout(wait)
  }, [moved, most, onSet])
  const shown = moved ?? set
  const texts = usePlanTexts()
  if (least === most) return null
  return (
    <div className={css.group}>
      <label className={css.upTo}>
        <span className={css.upToHead}>
          {texts.premiumUpTo}{' '}
          <span className={css.count}>{shown >= most ? texts.any : showMoney(amountOf(shown * 100))}</span>
        </span>
        <input
          type="range"
          min={least}
          max={most}
          value={shown}
          aria-valuetext={shown >= most ? texts.any : showMoney(amountOf(shown * 100))}
          onChange={(event) => setMoved(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  )
}
