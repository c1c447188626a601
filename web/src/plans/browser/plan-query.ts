import { cents } from '@coverdesk/domain/fields/amount.ts'
import { type DirectoryKind, directoryKinds } from '@coverdesk/domain/plans/directory-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { PlanFilters } from '@coverdesk/domain/plans/plan-search.ts'
import type { PlanSort } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useAddress } from '../../platform/address/address.ts'

/** Plans that cover all chosen doctors, all chosen drugs, and with them those of which it is unknown. */
const coverFilters = [...directoryKinds, 'unknown'] as const

/** Page size of the whole list, from which this screen takes the plans that cover the chosen doctors and drugs. */
export const wholeList = 500

/** URL state of a plan list: filters, order and page, without personal data (P-66). */
const PlanAddress = plans.list.input
  .pick({
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
  .extend({
    /** Filters of the chosen doctors and drugs, which are in no address themselves (`useCoveredPlans`). */
    covers: z
      .string()
      .max(50)
      .default('')
      .transform((said) => coverFilters.filter((name) => said.split('|').includes(name))),
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
  covers: undefined,
}

export type PlanQuery = ReturnType<typeof usePlanQuery>

/** State of a plan list: selection, request, and setters. */
export function usePlanQuery() {
  const { query: read, change } = useAddress(PlanAddress)
  const { sort = 'premium', order = 'asc', use = 'medium', pageNumber, pageSize } = read
  const [chosen, choose] = useChosen(
    {
      metal_level: read['filter.metal_level'],
      issuer: read['filter.issuer'],
      type: read['filter.type'],
      covers: read.covers,
    },
    change,
  )
  const isWhole = directoryKinds.some((kind) => read.covers.includes(kind))
  const filters: PlanFilters = useMemo(
    () => ({
      metalLevels: read['filter.metal_level'],
      issuers: read['filter.issuer'],
      types: read['filter.type'],
      premiumUpTo: read['filter.premium'] === undefined ? null : cents(read['filter.premium']),
    }),
    [read],
  )
  const request = useMemo(
    () =>
      isWhole
        ? { sort, order, use, pageNumber: 1, pageSize: wholeList }
        : {
            sort,
            order,
            use,
            pageNumber,
            pageSize,
            'filter.metal_level': read['filter.metal_level'].join('|'),
            'filter.issuer': read['filter.issuer'].join('|'),
            'filter.type': read['filter.type'].join('|'),
            ...(read['filter.premium'] === undefined ? {} : { 'filter.premium': read['filter.premium'] }),
          },
    [isWhole, read, sort, order, use, pageNumber, pageSize],
  )
  return {
    asked: request,
    /** Filters of a whole list. */
    filters,
    /** Whether the whole list is asked for, of which this screen shows a part. */
    isWhole,
    chosen,
    premiumUpTo: read['filter.premium'],
    sort,
    order,
    use,
    setUse: (level: string) => change({ use: level }),
    pageNumber,
    pageSize,
    toggle: (name: ChosenName, value: string) => {
      const now = chosen[name]
      choose(name, now.includes(value) ? now.filter((item) => item !== value) : [...now, value])
    },
    clearOne: (name: FacetName | 'premium' | DirectoryKind) =>
      name === 'providers' || name === 'drugs'
        ? choose(
            'covers',
            chosen.covers.filter((kind) => kind !== name),
          )
        : change({ [name === 'premium' ? 'filter.premium' : facetFilters[name]]: undefined }),
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

type ChosenName = FacetName | 'covers'
type Chosen = Readonly<Record<ChosenName, readonly string[]>>

/**
 * Selected values: those of the URL, or newer local ones. The URL updates a moment after the click; until then a
 * checkbox must not revert and a second click must not drop the first.
 */
function useChosen(selected: Chosen, change: (values: Record<string, string>) => unknown) {
  const [ticked, setTicked] = useState<Chosen>()
  const latest = useRef(0)
  const chosen = ticked ?? selected
  const choose = (name: ChosenName, values: readonly string[]) => {
    const mine = ++latest.current
    setTicked({ ...chosen, [name]: values })
    const settle = () => {
      if (latest.current === mine) setTicked(undefined)
    }
    Promise.resolve(change({ [name === 'covers' ? name : facetFilters[name]]: values.join('|') })).then(settle, settle)
  }
  return [chosen, choose] as const
}
