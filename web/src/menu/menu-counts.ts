import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, invalidate } from '../platform/api/query.ts'

const aMinute = 60_000

/** How many records stand behind the links of the menu, by their labels. */
export type MenuCounts = Readonly<Partial<Record<string, number>>>

/** The counts of the menu: asked anew each minute while the page is looked at, and when this page has changed something. */
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
