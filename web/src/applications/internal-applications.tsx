import {
  ApplicationFilters,
  type ApplicationRow,
  applications,
  mayRunApplications,
} from '@coverdesk/domain/applications/application-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useAddressRecord, useOwnDialog } from '../platform/address/address-dialog.ts'
import { applicationActions } from './application-actions.ts'
import { applicationColumns, applicationPhoneRow } from './application-columns.tsx'
import { type ApplicationDialog, ApplicationDialogs } from './application-dialogs.tsx'
import { applicationFilters } from './application-filters.ts'
import { applicantOf } from './application-words.ts'
import { LinkedApplication } from './linked-application.tsx'

/** URL state: filters, the tab, and the application opened by a link. */
const InternalAddress = ApplicationFilters.extend({
  tab: z.string().max(20).optional(),
  application: z.uuid().optional(),
})

/** Tab Internal of mk/applications: the agency's own applications (APP-01 to APP-05). */
export function InternalApplications() {
  const list = useList(applications.list, {
    screen: 'internal-applications',
    address: InternalAddress,
    sorting: { sort: 'createdDate', order: 'desc' },
    newest: 'createdDate',
    rowKey: (row) => String(row.number),
  })
  const agents = useVisibleAgents('Application')
  const filters = useMemo(() => applicationFilters(agents), [agents])
  const [dialog, setDialog] = useOwnDialog<ApplicationDialog>(list.address.application)
  const linked = useAddressRecord('application', list)
  const openRow = useCallback((application: ApplicationRow) => setDialog({ dialog: 'edit', application }), [setDialog])
  const runs = useHasAccess(mayRunApplications)
  const many = useBulk(list)
  const create = () => setDialog({ dialog: 'new' })
  return (
    <ListScreen
      list={list}
      title="Applications"
      loadError="Applications haven't loaded?"
      columns={applicationColumns}
      rowName={applicantOf}
      phone={applicationPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[
        ...(runs ? [many.recentButton] : []),
        { label: 'New', icon: IconPlus, primary: true, keys: 'n', description: 'New application', onClick: create },
      ]}
      actions={applicationActions(list.chosen, runs, setDialog, many.ask)}
      selects="many"
      onOpen={openRow}
      noMatches="No applications match these filters."
      noData={{ why: 'No applications yet.', action: { label: 'New', onClick: create } }}
    >
      <ApplicationDialogs
        open={dialog}
        bulk={many.dialogs}
        onCreated={list.showCreated}
        onClose={() => setDialog(null)}
        onChanged={() => {
          setDialog(null)
          list.select()
        }}
      />
      <LinkedApplication id={list.address.application} onClose={linked.close} />
    </ListScreen>
  )
}
