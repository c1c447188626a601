import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { apiQuery } from './query.ts'

/** What every list answers beside its rows. */
export interface Paged {
  totalRecords: number
  pageNumber: number
  pageSize: number
  totalPages: number
}

/** Longer pages are not asked for ahead: they cost the server more than they spare the person. */
const maxPagesAhead = 100
/** A page asked for ahead is not asked for again for a minute, however often somebody points at the pages. */
const aheadFor = 60_000

/**
 * One page of a list as a screen shows it. While a new page is on its way, `page` is the old one and `busy` true;
 * `error` is set from the first failed try on, also while further tries go on, and leaves with the answer. `ahead` asks
 * for the page after this one: call it when somebody is about to turn it, and never before, because what is asked for
 * is recorded as read. Keep `query` in useMemo. `every` asks anew after so many milliseconds, for a list that fills by
 * itself.
 */
export function useListPage<R extends Route<z.ZodType, z.ZodType<Paged>>>(
  route: R,
  query: InputOf<R> & object,
  { every = false }: { every?: number | false } = {},
) {
  const client = useQueryClient()
  const answer = useQuery({ ...apiQuery(route, query), placeholderData: keepPreviousData, refetchInterval: every })
  const page: OutputOf<R> | undefined = answer.data
  const next = answer.isPlaceholderData ? null : nextOf(page)
  const ahead = useCallback(() => {
    if (next === null) return
    void client.prefetchQuery({ ...apiQuery(route, { ...query, pageNumber: next }), staleTime: aheadFor })
  }, [client, route, query, next])
  const { isPlaceholderData: busy, failureReason: error, refetch } = answer
  return { page, busy, error, retry: () => void refetch(), ahead }
}

function nextOf(page: Paged | undefined): number | null {
  if (!page || page.pageSize > maxPagesAhead || page.pageNumber >= page.totalPages) return null
  return page.pageNumber + 1
}
