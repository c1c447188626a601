import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { PlanSort } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useMemo, useRef, useState } from 'react'
import { useAddress } from '../../platform/address/address.ts'

/** What the address of a list of plans holds: filters, order and page, nothing of anybody (P-66). */
const PlanAddress = plans.list.input.pick({
  'filter.metal_level': true,
  'filter.issuer': true,
  'filter.type': true,
  'filter.premium': true,
  sort: true,
  order: true,
  pageNumber: true,
  pageSize: true,
})

/** The filters of which several values may be chosen, by the names of the facets. */
export const chosenOf = {
  metal_level: 'filter.metal_level',
  issuer: 'filter.issuer',
  type: 'filter.type',
} as const
export type FacetName = keyof typeof chosenOf
export const facetLabels: Readonly<Record<FacetName, string>> = {
  metal_level: 'Metal level',
  issuer: 'Carrier',
  type: 'Type',
}
export const facetNames = ['metal_level', 'issuer', 'type'] as const satisfies readonly FacetName[]

const noFilter = {
  'filter.metal_level': undefined,
  'filter.issuer': undefined,
  'filter.type': undefined,
  'filter.premium': undefined,
}

export type PlanQuery = ReturnType<typeof usePlanQuery>

/** The state of a list of plans: what is chosen, what to ask for, and how to change it. */
export function usePlanQuery() {
  const { query: read, change } = useAddress(PlanAddress)
  const { sort = 'premium', order = 'asc', pageNumber, pageSize } = read
  const [chosen, choose] = useChosen(
    { metal_level: read['filter.metal_level'], issuer: read['filter.issuer'], type: read['filter.type'] },
    change,
  )
  const asked = useMemo(
    () => ({
      ...{ sort, order, pageNumber, pageSize },
      'filter.metal_level': read['filter.metal_level'].join('|'),
      'filter.issuer': read['filter.issuer'].join('|'),
      'filter.type': read['filter.type'].join('|'),
      ...(read['filter.premium'] === undefined ? {} : { 'filter.premium': read['filter.premium'] }),
    }),
    [read, sort, order, pageNumber, pageSize],
  )
  return {
    asked,
    chosen,
    premiumUpTo: read['filter.premium'],
    ...{ sort, order, pageNumber, pageSize },
    toggle: (name: FacetName, value: string) => {
      const now = chosen[name]
      choose(name, now.includes(value) ? now.filter((one) => one !== value) : [...now, value])
    },
    clearOne: (name: FacetName | 'premium') =>
      change({ [name === 'premium' ? 'filter.premium' : chosenOf[name]]: undefined }),
    setPremium: (amount: string | undefined) => change({ 'filter.premium': amount }, { replace: true }),
    clear: () => change(noFilter),
    /** The first time ascending, the rating from the best; a second time the other way. */
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
 * What is ticked: what the address says, and before it says so what was ticked since. An address changes a moment after the
 * click, in which a box must not spring back, nor a second tick forget the first.
 */
function useChosen(said: Chosen, change: (values: Record<string, string>) => unknown) {
  const [ticked, setTicked] = useState<Chosen>()
  const latest = useRef(0)
  const chosen = ticked ?? said
  const choose = (name: FacetName, values: readonly string[]) => {
    const mine = ++latest.current
    setTicked({ ...chosen, [name]: values })
    const settle = () => {
      if (latest.current === mine) setTicked(undefined)
    }
    Promise.resolve(change({ [chosenOf[name]]: values.join('|') })).then(settle, settle)
  }
  return [chosen, choose] as const
}
