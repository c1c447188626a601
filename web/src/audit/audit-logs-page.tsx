import { actionInWords, changes, everyAction } from '@coverdesk/domain/audit/audit-actions.ts'
import { AuditFilters, auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { Id, operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { usersAndRightsFilter } from '@coverdesk/domain/users/users-and-rights.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useInAddress } from '../platform/address/address.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { auditColumns, auditFilters, auditPhoneRow, whoOf } from './audit-columns.tsx'
import { AuditEventDialog } from './audit-event-dialog.tsx'
import { type FoldedEvent, foldEvents } from './fold-events.ts'
import { useAuditedRecords } from './use-audited-records.ts'

/** URL state: the list and the open event. */
const AuditAddress = AuditFilters.extend({ event: Id.optional() })

const none: readonly Choice[] = []
const withoutReads = { action: changes } as const

/** Equal events in a row are folded, so ten of them would fill a page with one line. */
const foldedPage = { pageSize: 50 }

/** Audit log; a row opens the changed values (LOG-06). */
export function AuditLogsPage() {
  const { action, record } = useInAddress(AuditAddress)
  const list = useList(auditLog.list, {
    fixed: action === undefined ? withoutReads : undefined,
    screen: 'audit-logs',
    initial: foldedPage,
    address: AuditAddress,
    sorting: { sort: 'newest', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const { data: entities = none } = useQuery({
    ...apiQuery(auditLog.entities, {}),
    staleTime: 60_000,
    select: (names) => [
      { value: usersAndRightsFilter, label: 'Users and rights' },
      ...names.map(({ entity, name }) => ({ value: entity, label: name })),
    ],
  })
  const records = useAuditedRecords(record)
  const filters = useMemo(() => auditFilters(entities, records), [entities, records])
  const event = useAddressRecord('event', list)
  const open = useCallback(({ id }: FoldedEvent) => event.open(id), [event.open])
  const folded = useMemo(() => list.page && { ...list.page, data: foldEvents(list.page.data) }, [list.page])
  return (
    <ListScreen
      list={{ ...list, page: folded, chosen: [] }}
      title="Audit Logs"
      columns={auditColumns}
      rowName={(row) => `${actionInWords(row.action)} by ${whoOf(row)}`}
      phone={auditPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      note={
        action === undefined ? (
          <>
            Who only viewed a record isn't listed.
            <Button size="xs" variant="subtle" onClick={() => list.setValues({ action: everyAction })}>
              List everything
            </Button>
          </>
        ) : undefined
      }
      onOpen={open}
      noMatches="No events match these filters."
      noData={{ why: 'No activity recorded yet.' }}
    >
      <AuditEventDialog
        id={list.address.event}
        onClose={event.close}
        onRecord={(record) => list.setValues({ event: undefined, record, action: everyAction })}
      />
    </ListScreen>
  )
}
