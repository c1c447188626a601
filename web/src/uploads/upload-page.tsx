import { Id, portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconCash, IconTableOptions, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { CarrierProfileEditor } from './carrier-profile/carrier-profile-editor.tsx'
import { LoadCommissions } from './load-dialog/load-commissions.tsx'
import { LoadPolicies } from './load-dialog/load-policies.tsx'
import { pastUploadColumns, pastUploadPhone } from './past/past-upload-columns.tsx'
import { usePastUploads } from './past/use-past-uploads.tsx'
import { RunningList } from './running/running-list.tsx'

const kinds = [
  { value: 'policies', label: 'Policies' },
  { value: 'commissions', label: 'Commissions' },
]

/** URL state of the list: filters, and the open upload (?upload=ID), which lines of other screens link to. */
const UploadAddress = uploads.batches.input.omit({ batch: true }).extend({ upload: Id.optional() })

/** Admin Center: loads policies and commissions (UPLOAD-01), shows uploads in progress, and undoes past ones. */
export function UploadPage() {
  const list = useList(uploads.batches, {
    screen: 'uploads',
    address: UploadAddress,
    sorting: { sort: 'loadedAt', order: 'desc' },
    rowKey: (batch) => String(batch.id),
  })
  const detail = useAddressRecord('upload', list)
  const past = usePastUploads({
    rows: list.page?.data ?? [],
    chosen: list.chosen[0],
    opened: list.address.upload,
    detail,
  })
  const [loading, setLoading] = useState<'policies' | 'commissions' | null>(null)
  const [profiles, setProfiles] = useState(false)
  const [runId, setRunId] = useState<string | null>(null)
  const carriers = useCarrierChoices()
  const filters = useMemo(
    (): Filter[] => [
      { name: 'carrier', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'kind', label: 'Kind', kind: 'select', choices: kinds },
    ],
    [carriers],
  )
  const openForm = (kind: 'policies' | 'commissions', run: string | null) => {
    setRunId(run)
    setLoading(kind)
  }
  const load = { label: 'Load Policies', icon: IconUpload, primary: true, onClick: () => openForm('policies', null) }
  const loadCommissions = {
    label: 'Load Commissions',
    short: '',
    icon: IconCash,
    onClick: () => openForm('commissions', null),
  }
  const mayLoad = useHasAccess(uploads.process.allow)
  return (
    <ListScreen
      list={list}
      title="Upload Files"
      label="Past uploads"
      columns={pastUploadColumns}
      rowName={(batch) => batch.fileName}
      phone={pastUploadPhone}
      sizes={portalPageSizes}
      filters={filters}
      plain
      buttons={[
        { label: 'Carrier profiles', short: '', icon: IconTableOptions, onClick: () => setProfiles(true) },
        ...(mayLoad ? [loadCommissions, load] : []),
      ]}
      actions={past.actions}
      selects="one"
      onOpen={past.open}
      noMatches="No uploads match these filters."
      noData={{
        why: 'No uploads yet. Load a carrier’s file to see what it changed.',
        ...(mayLoad ? { action: load } : {}),
      }}
      above={<RunningList onOpen={(id, kind) => openForm(kind === 'commissions' ? kind : 'policies', id)} />}
    >
      {past.dialogs}
      <LoadPolicies
        opened={loading === 'policies'}
        onClose={() => setLoading(null)}
        runId={loading === 'commissions' ? null : runId}
        onRun={setRunId}
      />
      <LoadCommissions
        opened={loading === 'commissions'}
        onClose={() => setLoading(null)}
        runId={loading === 'commissions' ? runId : null}
        onRun={setRunId}
      />
      <CarrierProfileEditor opened={profiles} onClose={() => setProfiles(false)} />
    </ListScreen>
  )
}
