import { healthSherpa, UpdateFilters, type UpdateRow } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { paths } from '../platform/address/paths.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { updateColumns, updateFilters, updateName, updatePhoneRow } from './update-columns.tsx'

/** /portal/mk/healthsherpa: statuses of policies from HealthSherpa, and those that match no application. */
export function UpdatesPage() {
  const navigate = useNavigate()
  const list = useList(healthSherpa.list, {
    screen: 'healthsherpa-updates',
    address: UpdateFilters,
    sorting: { sort: 'receivedAt', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [connecting, setConnecting] = useState<UpdateRow | null>(null)
  const connects = useHasAccess(healthSherpa.connect.allow)
  const [chosen] = list.chosen
  const open = ({ appId, wizardId }: UpdateRow) => {
    if (appId !== null) void navigate({ to: paths.ownApplication(appId) })
    else if (wizardId !== null) void navigate({ to: paths.edeApplication(wizardId) })
  }
  return (
    <ListScreen
      list={list}
      title="HealthSherpa Updates"
      columns={updateColumns}
      rowName={updateName}
      phone={updatePhoneRow}
      sizes={operationsPageSizes}
      filters={updateFilters}
      actions={
        connects
          ? [
              {
                label: 'Connect',
                icon: IconLink,
                inHeader: true,
                refused: chosen ? undefined : 'Select an update first',
                onClick: () => chosen && setConnecting(chosen),
              },
            ]
          : []
      }
      selects="one"
      onOpen={open}
      noMatches="No updates match these filters."
      noData={{ why: 'No updates yet. HealthSherpa sends them once your webhook is set up with it.' }}
    >
      <ConnectDialog update={connecting} onClose={() => setConnecting(null)} />
    </ListScreen>
  )
}
