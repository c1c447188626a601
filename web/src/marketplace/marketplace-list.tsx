import {
  MarketplaceFilters,
  type MarketplaceRow,
  marketplace,
  mayLoadApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconFileDescription, IconPencil, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { WaitingUpdates } from '../healthsherpa/waiting-updates.tsx'
import type { ListAction } from '../lists/list-action.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices, useVisibleAgents } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import {
  applicationColumns,
  applicationName,
  applicationPhoneRow,
  applicationPreference,
} from './application-columns.tsx'
import { applicationFilters } from './application-filters.ts'
import { UpdateDialog } from './updates/update-dialog.tsx'
import { UploadApplicationsDialog } from './upload-applications-dialog.tsx'

/** URL state, including the tab that all lists of the page share. */
const Address = MarketplaceFilters.extend({ tab: z.string().optional() })

/** Marketplace applications: filters, export, Update, Upload CSV, details (MKAPP-01 to MKAPP-11). */
export function MarketplaceList() {
  const navigate = useNavigate()
  const list = useList(marketplace.list, {
    screen: 'marketplace-applications',
    initial: applicationPreference,
    address: Address,
    sorting: { sort: 'enrollmentDate', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [agents, carriers] = [useVisibleAgents('Application'), useCarrierChoices()]
  const filters = useMemo(() => applicationFilters(agents, carriers), [agents, carriers])
  const [updated, setUpdated] = useState<MarketplaceRow | null>(null)
  const [uploading, setUploading] = useState(false)
  const openRow = useCallback(
    (row: MarketplaceRow) => void navigate({ to: paths.ownApplication(row.exchangeAssignedId) }),
    [navigate],
  )
  const loads = useHasAccess(mayLoadApplications)
  const upload = {
    label: 'Upload CSV',
    icon: IconUpload,
    description: 'Upload applications',
    onClick: () => setUploading(true),
  }
  return (
    <ListScreen
      list={list}
      title="Applications"
      loadError="Applications haven't loaded?"
      columns={applicationColumns}
      rowName={applicationName}
      phone={applicationPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      above={<WaitingUpdates />}
      formats={['xlsx', 'pdf']}
      buttons={loads ? [upload] : []}
      actions={actionsOn(list.chosen, { update: setUpdated, open: openRow })}
      selects="many"
      onOpen={openRow}
      noMatches="No applications match these filters."
      noData={
        loads
          ? { why: 'No marketplace applications yet.', action: upload }
          : { why: 'No marketplace applications yet.' }
      }
    >
      <UpdateDialog application={updated} onClose={() => setUpdated(null)} />
      <UploadApplicationsDialog opened={uploading} onClose={() => setUploading(false)} />
    </ListScreen>
  )
}

/** Update and Details need exactly one application (MKAPP-04). */
function actionsOn(
  rows: readonly MarketplaceRow[],
  on: { update(row: MarketplaceRow): void; open(row: MarketplaceRow): void },
): ListAction[] {
  const [first, second] = rows
  const refused = first && !second ? undefined : 'Select exactly one application'
  return [
    {
      label: 'Update',
      icon: IconPencil,
      inHeader: true,
      refused,
      onClick: () => first && !second && on.update(first),
    },
    { label: 'Details', icon: IconFileDescription, hint: '↵', refused, onClick: () => first && on.open(first) },
  ]
}
