import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { apiQuery } from './query.ts'

/** Metadata of every list response. */
export interface Paged {
  totalRecords: number
  pageNumber: number
  pageSize: number
  totalPages: number
}

/** Longer pages are not prefetched: they cost the server more than they save the user. */
const maxPrefetchedPageSize = 100
/** A prefetched page is not fetched again for a minute. */
const prefetchStaleMs = 60_000

/**
 * One page of a list. While a new page loads, `page` is the old one and `busy` is true; `error` is set from the first
 * failed attempt until a response arrives. `ahead` prefetches the next page: call it only when the user is about to
 * turn the page, because every read is audited. Keep `query` in useMemo. `every` refetches after that many
 * milliseconds.
 */
export function useListPage<R extends Route<z.ZodType, z.ZodType<Paged>>>(
  route: R,
  query: InputOf<R> & object,
  { refetchMs = false }: { refetchMs?: number | false } = {},
) {
  const client = useQueryClient()
  const answer = useQuery({ ...apiQuery(route, query), placeholderData: keepPreviousData, refetchInterval: refetchMs })
  const page: OutputOf<R> | undefined = answer.data
  const next = answer.isPlaceholderData ? null : nextOf(page)
  const ahead = useCallback(() => {
    if (next === null) return
    void client.prefetchQuery({ ...apiQuery(route, { ...query, pageNumber: next }), staleTime: prefetchStaleMs })
  }, [client, route, query, next])
  const { isPlaceholderData: busy, failureReason: error, refetch } = answer
  return { page, busy, error, retry: () => void refetch(), ahead }
}

function nextOf(page: Paged | undefined): number | null {
  if (!page || page.pageSize > maxPrefetchedPageSize || page.pageNumber >= page.totalPages) return null
  return page.pageNumber + 1
}
