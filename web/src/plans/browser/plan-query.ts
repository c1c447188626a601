import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { PlanSort } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useMemo, useRef, useState } from 'react'
import { useAddress } from '../../platform/address/address.ts'

/** URL state of a plan list: filters, order and page, without personal data (P-66). */
const PlanAddress = plans.list.input.pick({
  'filter.metal_level': true,
  'filter.issuer': true,
  'filter.type': true,
  'filter.premium': true,
  use: true,
  sort: true,
  order: true,
  pageNumber: true,
  pageSize: true,
})

/** Filters with multiple values, by facet name. */
export const facetFilters = {
  metal_level: 'filter.metal_level',
  issuer: 'filter.issuer',
  type: 'filter.type',
} as const
export type FacetName = keyof typeof facetFilters
export const facetNames = ['metal_level', 'issuer', 'type'] as const satisfies readonly FacetName[]

const noFilter = {
  'filter.metal_level': undefined,
  'filter.issuer': undefined,
  'filter.type': undefined,
  'filter.premium': undefined,
}

export type PlanQuery = ReturnType<typeof usePlanQuery>

/** State of a plan list: selection, request, and setters. */
export function usePlanQuery() {
  const { query: read, change } = useAddress(PlanAddress)
  const { sort = 'premium', order = 'asc', use = 'medium', pageNumber, pageSize } = read
  const [chosen, choose] = useChosen(
    { metal_level: read['filter.metal_level'], issuer: read['filter.issuer'], type: read['filter.type'] },
    change,
  )
  const request = useMemo(
    () => ({
      sort,
      order,
      use,
      pageNumber,
      pageSize,
      'filter.metal_level': read['filter.metal_level'].join('|'),
      'filter.issuer': read['filter.issuer'].join('|'),
      'filter.type': read['filter.type'].join('|'),
      ...(read['filter.premium'] === undefined ? {} : { 'filter.premium': read['filter.premium'] }),
    }),
    [read, sort, order, use, pageNumber, pageSize],
  )
  return {
    asked: request,
    chosen,
    premiumUpTo: read['filter.premium'],
    sort,
    order,
    use,
    setUse: (level: string) => change({ use: level }),
    pageNumber,
    pageSize,
    toggle: (name: FacetName, value: string) => {
      const now = chosen[name]
      choose(name, now.includes(value) ? now.filter((item) => item !== value) : [...now, value])
    },
    clearOne: (name: FacetName | 'premium') =>
      change({ [name === 'premium' ? 'filter.premium' : facetFilters[name]]: undefined }),
    setPremium: (amount: string | undefined) => change({ 'filter.premium': amount }, { replace: true }),
    clear: () => change(noFilter),
    /** Ascending first, ratings from the best; a second click reverses. */
    sortBy: (next: PlanSort) => {
      const first = next === 'quality_rating' ? 'desc' : 'asc'
      const other = order === 'asc' ? 'desc' : 'asc'
      change({ sort: next, order: next === sort ? other : first })
    },
    turnTo: (page: number) => change({ pageNumber: page }),
    setPageSize: (size: number) => change({ pageSize: size }),
  }
}

type Chosen = Readonly<Record<FacetName, readonly string[]>>

/**
 * Selected values: those of the URL, or newer local ones. The URL updates a moment after the click; until then a
 * checkbox must not revert and a second click must not drop the first.
 */
function useChosen(selected: Chosen, change: (values: Record<string, string>) => unknown) {
  const [ticked, setTicked] = useState<Chosen>()
  const latest = useRef(0)
  const chosen = ticked ?? selected
  const choose = (name: FacetName, values: readonly string[]) => {
    const mine = ++latest.current
    setTicked({ ...chosen, [name]: values })
    const settle = () => {
      if (latest.current === mine) setTicked(undefined)
    }
    Promise.resolve(change({ [facetFilters[name]]: values.join('|') })).then(settle, settle)
  }
  return [chosen, choose] as const
}
