import { processed } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconCheck, IconEye, IconNote, IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import type { BulkActionForm } from '../../bulk/bulk-action-form.ts'
import { BulkDialogs } from '../../bulk/bulk-dialogs.tsx'
import { noValue } from '../../bulk/no-value.ts'
import { useBulk } from '../../bulk/use-bulk.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useGenericChoices } from '../../lookups/lookup-choices.ts'
import { type Noted, NotesDialog } from '../../notes/notes-dialog.tsx'
import { useAddressRecord } from '../../platform/address/address-dialog.ts'
import { paths } from '../../platform/address/paths.ts'
import { FindBySsn } from './find-by-ssn.tsx'
import { OfflineAddress } from './offline-address.ts'
import { nameOf, offlineColumns, offlinePhoneRow } from './offline-columns.tsx'
import { offlineFilters } from './offline-filters.ts'
import { OfflineModal } from './offline-modal.tsx'

const questions: readonly BulkActionForm[] = [
  {
    action: 'offline.processed',
    title: 'Mark as processed',
    label: 'Processed',
    none: 'No',
    verb: 'Change',
    source: {
      choices: [
        { value: String(processed), label: 'Yes, processed' },
        { value: noValue, label: 'No, open again' },
      ],
    },
  },
]

/** form/manage: submitted applications with details, notes and export (OFFLINE-23). */
export function OfflineManagePage() {
  const list = useList(offline.list, {
    screen: 'offline-applications',
    address: OfflineAddress,
    sorting: { sort: 'createdDate', order: 'desc' },
    rowKey: (row) => String(row.applicationId),
  })
  const [noted, setNoted] = useState<Noted | null>(null)
  const [finding, setFinding] = useState(false)
  const sources = useGenericChoices(4)
  const filters = useMemo(() => offlineFilters(sources), [sources])
  const opened = useAddressRecord('application', list)
  const navigate = useNavigate()
  const [first, second] = list.chosen
  const refused = second ? 'One application at a time' : undefined
  const manages = useHasAccess(offline.process.allow)
  const many = useBulk(list)
  const create = () => void navigate({ to: paths.newForm })
  const note = (applicationId: number, applicant: string) =>
    setNoted({ entityMetadataId: notedKinds.offline.id, entityId: applicationId, name: applicant })
  return (
    <ListScreen
      list={list}
      title="Offline applications"
      columns={offlineColumns}
      rowName={nameOf}
      phone={offlinePhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[
        { label: 'Find by SSN', short: '', icon: IconSearch, onClick: () => setFinding(true) },
        ...(manages ? [many.recentButton] : []),
        { label: 'New Form', short: 'New', icon: IconPlus, primary: true, keys: 'n', onClick: create },
      ]}
      actions={[
        { label: 'View', icon: IconEye, refused, onClick: () => first && opened.open(first.applicationId) },
        {
          label: 'Notes',
          icon: IconNote,
          refused,
          keys: 'm',
          description: 'Notes of the selected application',
          onClick: () => first && note(first.applicationId, first.applicant),
        },
        ...(manages
          ? [
              {
                label: 'Processed',
                icon: IconCheck,
                ofEverything: true,
                onClick: () => many.ask('offline.processed'),
              },
            ]
          : []),
      ]}
      selects={manages ? 'many' : 'one'}
      onOpen={(row) => opened.open(row.applicationId)}
      noMatches="No applications match these filters."
      noData={{ why: 'No application has been submitted yet.', action: { label: 'New Form', onClick: create } }}
    >
      <FindBySsn opened={finding} onOpen={opened.open} onClose={() => setFinding(false)} />
      <OfflineModal id={list.address.application} onNotes={note} onClose={opened.close} />
      <NotesDialog of={noted} onClose={() => setNoted(null)} />
      <BulkDialogs kind="offline" {...many.dialogs} questions={questions} refreshes={[offline.list, offline.one]} />
    </ListScreen>
  )
}
