import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconTableOptions, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useMayPass } from '../access/person.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useAddress } from '../platform/address.ts'
import { useListPage } from '../platform/list-page.ts'
import { showCount } from '../ui/cell-value.tsx'
import type { Filter } from '../ui/filter.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { CarrierProfileEditor } from './carrier-profile-editor.tsx'
import { LoadPolicies } from './load-policies.tsx'
import { PastUploads } from './past-uploads.tsx'
import { RunningList } from './running-list.tsx'

/** What the address of this screen may hold: the list's carrier, sort and page. */
export const UploadAddress = uploads.batches.input

/** Admin Center: load a carrier's file of policies (UPLOAD-01), watch loads under way, see and undo past ones. */
export function UploadPage() {
  const { query, change } = useAddress(UploadAddress)
  const list = useListPage(uploads.batches, query)
  const [loading, setLoading] = useState(false)
  const [profiles, setProfiles] = useState(false)
  const [runId, setRunId] = useState<string | null>(null)
  const carriers = useCarrierChoices()
  const filters = useMemo(
    (): Filter<'carrier'>[] => [{ name: 'carrier', label: 'Carrier', kind: 'select', choices: carriers }],
    [carriers],
  )
  const mayLoad = useMayPass(uploads.process.allow)
  const size = usePhone() ? 'xl' : 'sm'
  const total = list.page?.totalRecords
  useShortcuts(tableKeys)
  const openForm = () => {
    setRunId(null)
    setLoading(true)
  }
  return (
    <ListScreen>
      <PageHeader
        title="Upload Files"
        note={total === undefined ? undefined : `${showCount(total)} past ${total === 1 ? 'upload' : 'uploads'}`}
        actions={
          <>
            <Button
              size={size}
              onClick={() => setProfiles(true)}
              leftSection={<IconTableOptions size={16} stroke={1.75} aria-hidden />}
            >
              Carrier profiles
            </Button>
            {mayLoad ? (
              <Button
                size={size}
                variant="filled"
                onClick={openForm}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              >
                Load Policies
              </Button>
            ) : null}
          </>
        }
      >
        <FilterBar filters={filters} values={query} onChange={change} />
      </PageHeader>
      <RunningList
        onOpen={(id) => {
          setRunId(id)
          setLoading(true)
        }}
      />
      <PastUploads
        {...list}
        offset={(query.pageNumber - 1) * query.pageSize}
        expected={query.pageSize}
        sorting={{ sort: query.sort ?? 'loadedAt', order: query.order ?? 'desc' }}
        onSort={change}
        empty={
          query.carrier === undefined
            ? {
                why: 'Nothing was loaded yet. Load a carrier’s file, and it stands here with what it changed.',
                ...(mayLoad ? { action: { label: 'Load Policies', onClick: openForm } } : {}),
              }
            : {
                why: 'No file of this carrier was loaded yet.',
                action: { label: 'Clear Filters', onClick: () => change({ carrier: undefined }) },
              }
        }
      />
      <Pager
        page={query.pageNumber}
        pageSize={query.pageSize}
        total={total ?? 0}
        sizes={portalPageSizes}
        onPage={(pageNumber) => change({ pageNumber })}
        onPageSize={(pageSize) => change({ pageSize })}
      />
      <LoadPolicies opened={loading} onClose={() => setLoading(false)} runId={runId} onRun={setRunId} />
      <CarrierProfileEditor opened={profiles} onClose={() => setProfiles(false)} />
    </ListScreen>
  )
}
