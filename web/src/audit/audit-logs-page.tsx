import { actionInWords } from '@coverdesk/domain/audit/audit-actions.ts'
import { AuditFilters, type AuditRow, auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { Id, operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { auditColumns, auditFilters, auditPhoneRow, whoOf } from './audit-columns.tsx'
import { AuditEventDialog } from './audit-event-dialog.tsx'

/** URL state: the list and the open event. */
const AuditAddress = AuditFilters.extend({ event: Id.optional() })

const none: readonly Choice[] = []

/** Audit log; a row opens the changed values (LOG-06). */
export function AuditLogsPage() {
  const list = useList(auditLog.list, {
    screen: 'audit-logs',
    address: AuditAddress,
    sorting: { sort: 'newest', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const { data: entities = none } = useQuery({
    ...apiQuery(auditLog.entities, {}),
    staleTime: 60_000,
    select: (names) => names.map((name) => ({ value: name, label: name })),
  })
  const filters = useMemo(() => auditFilters(entities), [entities])
  const event = useAddressRecord('event', list)
  const open = useCallback(({ id }: AuditRow) => event.open(id), [event.open])
  return (
    <ListScreen
      list={list}
      title="Audit Logs"
      columns={auditColumns}
      rowName={(row) => `${actionInWords(row.action)} by ${whoOf(row)}`}
      phone={auditPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      onOpen={open}
      noMatches="No events match these filters."
      noData={{ why: 'No activity recorded yet.' }}
    >
      <AuditEventDialog id={list.address.event} onClose={event.close} />
    </ListScreen>
  )
}
