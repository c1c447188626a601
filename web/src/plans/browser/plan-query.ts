import { cents } from '@coverdesk/domain/fields/amount.ts'
import { type DirectoryKind, directoryKinds } from '@coverdesk/domain/plans/directory-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { PlanFilters } from '@coverdesk/domain/plans/plan-search.ts'
import type { PlanSort } from '@coverdesk/domain/plans/plan-sorts.ts'
import { useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { type ChangeOf, useAddress } from '../../platform/address/address.ts'

/** Plans that cover all chosen doctors, all chosen drugs, and with them those of which it is unknown. */
const coverFilters = [...directoryKinds, 'unknown'] as const

/** Plans that fit side by side. */
export const maxCompared = 4

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
    /** Ids of the plans to compare, so that they are still chosen after one's details, and read for the people of now. */
    compare: z
      .string()
      .max(200)
      .default('')
      .transform((ids) => [...new Set(ids.split('|').filter((id) => id !== ''))].slice(0, maxCompared)),
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
      compare: read.compare,
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
  const stay = { pageNumber: pageNumber === 1 ? undefined : pageNumber }
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
    toggle: (name: Exclude<ChosenName, 'compare'>, value: string) => choose(name, toggled(chosen[name], value)),
    /** Takes a plan into the comparison or out of it. Stays on the page, and Back steps over it. */
    toggleCompared: (id: string) => {
      const compared = toggled(chosen.compare, id)
      if (compared.length <= maxCompared) choose('compare', compared, stay)
    },
    clearCompared: () => choose('compare', [], stay),
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

const toggled = (now: readonly string[], value: string) =>
  now.includes(value) ? now.filter((item) => item !== value) : [...now, value]

type ChosenName = FacetName | 'covers' | 'compare'
type Chosen = Readonly<Record<ChosenName, readonly string[]>>

/** Members of the URL by what is chosen. */
const members = { ...facetFilters, covers: 'covers', compare: 'compare' } as const satisfies Record<ChosenName, string>

/**
 * Selected values: those of the URL, or newer local ones. The URL updates a moment after the click; until then a
 * checkbox must not revert and a second click must not drop the first.
 */
function useChosen(selected: Chosen, change: ChangeOf<typeof PlanAddress>) {
  const [ticked, setTicked] = useState<Chosen>()
  const latest = useRef(0)
  const chosen = ticked ?? selected
  /** With a page number it stays on that page, and replaces the entry of the history. */
  const choose = (name: ChosenName, values: readonly string[], stay?: { pageNumber: number | undefined }) => {
    const mine = ++latest.current
    setTicked({ ...chosen, [name]: values })
    const settle = () => {
      if (latest.current === mine) setTicked(undefined)
    }
    const done = change({ ...stay, [members[name]]: values.join('|') }, { replace: stay !== undefined })
    Promise.resolve(done).then(settle, settle)
  }
  return [chosen, choose] as const
}
