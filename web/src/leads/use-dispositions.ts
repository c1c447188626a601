import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'

const none: readonly Choice[] = []
const choices = (items: readonly { id: number; name: string }[]): readonly Choice[] =>
  items.map(({ id, name }) => ({ value: String(id), label: name }))

/** Dispositions. Empty until loaded. */
export function useDispositions(): readonly Choice[] {
  const { data } = useQuery({
    ...apiQuery(lookups.statuses, { type: 'lead' }),
    staleTime: Number.POSITIVE_INFINITY,
    select: choices,
  })
  return data ?? none
}
