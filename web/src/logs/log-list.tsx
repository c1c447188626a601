import { LogFilters, type LogRow, logs } from '@coverdesk/domain/logs/log-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useMemo, useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { logColumns, logFilters, logPhoneRow } from './log-columns.tsx'
import { LogEntryDialog } from './log-entry-dialog.tsx'
import { LogsTabs } from './logs-tabs.tsx'

/** Log with filters, export and full messages (LOG-01 to LOG-04). */
export function LogList() {
  const list = useList(logs.list, {
    screen: 'logs',
    address: LogFilters,
    sorting: { sort: 'newest', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [shown, setShown] = useState<LogRow | null>(null)
  const columns = useMemo(() => logColumns(setShown), [])
  return (
    <ListScreen
      list={list}
      title="Logs"
      tools={<LogsTabs tab="log" />}
      columns={columns}
      rowName={(row) => `${row.level} of ${row.category}`}
      phone={logPhoneRow}
      sizes={operationsPageSizes}
      filters={logFilters}
      onOpen={setShown}
      noMatches="No log entries match these filters."
      noData={{ why: 'No log entries yet. Entries are kept for 90 days.' }}
    >
      <LogEntryDialog entry={shown} onClose={() => setShown(null)} />
    </ListScreen>
  )
}
