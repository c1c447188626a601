import { auditedRecord, auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { minSearchLength, type SearchKindName, search } from '@coverdesk/domain/search/search-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { call } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'

/** Finds records by a part of their name or number, and names the one of the address. */
export interface RecordSource {
  search(typed: string): Promise<readonly Choice[]>
  nameOf(record: string): string
}

/** Records of every kind for the filter of the audit logs; `chosen` is the one of the address, which a link or a reload brings. */
export function useAuditedRecords(chosen: string | undefined): RecordSource {
  const { data } = useQuery({
    ...apiQuery(auditLog.record, { record: chosen ?? '' }),
    enabled: chosen !== undefined,
    staleTime: 60_000,
  })
  const storedName = data?.name
  const names = useRef(new Map<string, string>())
  return useMemo(() => {
    const find = async (typed: string) => {
      const wanted = typed.trim()
      if ([...wanted].length < minSearchLength) return []
      const { groups } = await call(search.everywhere, { q: wanted })
      return groups.flatMap(({ kind, data }) =>
        data.map(({ id, title, detail }) => {
          const value = auditedRecord(kind, id)
          names.current.set(value, title)
          return {
            value,
            label: [title, kind.replaceAll('-', ' '), shortened(kind, detail)].filter(Boolean).join(' · '),
          }
        }),
      )
    }
    const nameOf = (record: string) =>
      names.current.get(record) ?? (record === chosen ? storedName : null) ?? record.replace(':', ' ')
    return { search: find, nameOf }
  }, [chosen, storedName])
}

/** What tells equal names apart in a narrow list: the day of birth of a person, the number of others. */
const shortened = (kind: SearchKindName, detail: string) => detail.split(' · ').at(kind === 'contact' ? -1 : 0)
