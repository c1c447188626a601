import { type AuditRow, auditedRecord, readAuditedRecord, sameRecord } from '@coverdesk/domain/audit/audit-contract.ts'
import { minSearchLength, type SearchKindName, search } from '@coverdesk/domain/search/search-contract.ts'
import { useMemo, useRef } from 'react'
import { call } from '../platform/api/call.ts'
import type { Choice } from '../ui/choices/choice.ts'

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
          return {
            value,
            label: [title, kind.replaceAll('-', ' '), shortened(kind, detail)].filter(Boolean).join(' · '),
          }
        }),
      )
    }
    const nameOf = (record: string) => {
      const { entity, id } = readAuditedRecord(record)
      const kinds = sameRecord(entity)
      const row = rows?.find(
        (one) => one.entityId === id && one.recordName !== null && kinds.includes(one.entity ?? ''),
      )
      return row?.recordName ?? names.current.get(record) ?? record.replace(':', ' ')
    }
    return { search: find, nameOf }
  }, [rows])
}

/** What tells equal names apart in a narrow list: the day of birth of a person, the number of others. */
const shortened = (kind: SearchKindName, detail: string) => detail.split(' · ').at(kind === 'contact' ? -1 : 0)
