import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, invalidate } from '../platform/api/query.ts'

const aMinute = 60_000

/** Number of records behind each menu link, by label. */
export type MenuCounts = Readonly<Partial<Record<string, number>>>

/** Counts of the menu, refreshed every minute while the page is visible and after each change made by it. */
export function useMenuCounts(): MenuCounts {
  const client = useQueryClient()
  const { data } = useQuery({ ...apiQuery(menu.counts, {}), staleTime: aMinute, refetchInterval: aMinute })
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation?.state.status !== 'success') return
        void invalidate(menu.counts)
      }),
    [client],
  )
  return data ?? {}
}
