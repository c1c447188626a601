import { AlertFilters, alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { alertTitles } from '@coverdesk/domain/alerts/alert-rules.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { actorOf, alertColumns, alertFilters, alertPhoneRow } from './alert-columns.tsx'

/** Security alerts, newest first. Administrators are notified of each. */
export function AlertsPage() {
  const list = useList(alerts.list, {
    screen: 'security-alerts',
    address: AlertFilters,
    sorting: { sort: 'newest', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  return (
    <ListScreen
      list={list}
      title="Security Alerts"
      columns={alertColumns}
      rowName={(row) => `${alertTitles[row.kind]}, ${actorOf(row)}`}
      phone={alertPhoneRow}
      sizes={operationsPageSizes}
      filters={alertFilters}
      noMatches="No alerts match these filters."
      noData={{ why: 'Mass exports, many reveals or refusals, and changes to the audit record appear here.' }}
    />
  )
}
