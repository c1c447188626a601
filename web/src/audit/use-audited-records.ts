import { type AuditRow, auditedRecord, readAuditedRecord } from '@coverdesk/domain/audit/audit-contract.ts'
import { minSearchLength, type SearchKindName, search } from '@coverdesk/domain/search/search-contract.ts'
import { useMemo, useRef } from 'react'
import { call } from '../platform/api/call.ts'
import type { Choice } from '../ui/choices/choice.ts'

const kinds: Readonly<Record<SearchKindName, string>> = {
  contact: 'contact',
  policy: 'policy',
  lead: 'lead',
  'marketplace-application': 'marketplace application',
  'internal-application': 'internal application',
  'offline-application': 'offline application',
  agent: 'agent',
  user: 'user',
}

/** Finds records by a part of their name or number, and names the one of the address. */
export interface RecordSource {
  search(typed: string): Promise<readonly Choice[]>
  nameOf(record: string): string
}

/** Records of every kind for the filter of the audit logs; `rows` are the events that are shown. */
export function useAuditedRecords(rows: readonly AuditRow[] | undefined): RecordSource {
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
          return { value, label: [title, kinds[kind], shortened(kind, detail)].filter(Boolean).join(' · ') }
        }),
      )
    }
    const nameOf = (record: string) => {
      const { id } = readAuditedRecord(record)
      const row = rows?.find(({ entityId, recordName }) => entityId === id && recordName !== null)
      return row?.recordName ?? names.current.get(record) ?? record.replace(':', ' ')
    }
    return { search: find, nameOf }
  }, [rows])
}

/** What tells equal names apart in a narrow list: the day of birth of a person, the number of others. */
const shortened = (kind: SearchKindName, detail: string) => detail.split(' · ').at(kind === 'contact' ? -1 : 0)
