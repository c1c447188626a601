import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  mayWriteSchedules,
  ScheduleFilters,
  type ScheduleRowOut,
  schedules,
} from '@coverdesk/domain/schedules/schedule-contract.ts'
import { scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { IconCopy, IconEdit, IconHistory, IconListCheck, IconPaperclip, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { RecordHistory } from '../history/record-history.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useTermFile } from '../uploads/terms/use-term-file.tsx'
import { CopyScheduleModal } from './copy-schedule-modal.tsx'
import { nameOfSchedule, scheduleColumns, schedulePhoneRow } from './schedule-columns.tsx'
import { downloadDocument, ScheduleDocumentModal } from './schedule-document-modal.tsx'
import { businessChoices } from './schedule-form.ts'
import { ScheduleModal } from './schedule-modal.tsx'
import { TestScheduleModal } from './test-schedule-modal.tsx'

const changesOf = (id: number) => apiQuery(schedules.history, { id })
const noRight = "You don't have permission to change schedules"
type Open = { form: ScheduleRowOut | undefined } | 'copy' | 'test' | 'delete' | 'history' | 'document' | undefined

/** /portal/commissions/schedules: what each carrier owes the agency, by dated rows. */
export function SchedulesPage() {
  const list = useList(schedules.list, {
    screen: 'schedules',
    initial: { hidden: ['source', 'document'] },
    address: ScheduleFilters,
    sorting: { sort: 'carrier', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const [open, setOpen] = useState<Open>()
  const [form, setForm] = useState<ScheduleRowOut>()
  const mayWrite = useHasAccess(mayWriteSchedules)
  const remove = useSend(schedules.remove, { refreshes: [schedules.list, variances.list, variances.summary] })
  const filters = useScheduleFilters()
  const file = useTermFile('schedules')
  const [first] = list.chosen
  const noSelection = first ? undefined : 'Select a row first'
  const { carrierId } = list.address
  const edit = useCallback((row: ScheduleRowOut | undefined) => {
    setForm(row)
    setOpen({ form: row })
  }, [])
  const create = () => mayWrite && edit(undefined)
  const close = () => setOpen(undefined)
  return (
    <ListScreen
      list={list}
      title="Schedules"
      columns={scheduleColumns}
      rowName={nameOfSchedule}
      phone={schedulePhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[
        { label: 'Test on a policy', short: 'Test', icon: IconListCheck, keys: 't', onClick: () => setOpen('test') },
        {
          label: 'Copy to next year',
          short: 'Copy',
          icon: IconCopy,
          refused: mayWrite ? undefined : noRight,
          onClick: () => setOpen('copy'),
        },
        ...file.buttons,
        {
          label: 'New Row',
          short: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New row',
          refused: mayWrite ? undefined : noRight,
          onClick: create,
        },
      ]}
      actions={[
        {
          label: 'Document',
          icon: IconPaperclip,
          refused: mayWrite || !first || first.documentName ? noSelection : 'This row has no document',
          onClick: () => first && (mayWrite ? setOpen('document') : void downloadDocument(first.id)),
        },
        {
          label: 'History',
          icon: IconHistory,
          refused: noSelection,
          onClick: () => first && setOpen('history'),
        },
        {
          label: 'Delete',
          icon: IconTrash,
          danger: true,
          refused: mayWrite ? noSelection : noRight,
          onClick: () => first && mayWrite && setOpen('delete'),
        },
        {
          label: 'Edit Row',
          icon: IconEdit,
          inHeader: true,
          keys: 'e',
          description: 'Edit the selected row',
          refused: mayWrite ? noSelection : noRight,
          onClick: () => first && mayWrite && edit(first),
        },
      ]}
      selects="one"
      onOpen={mayWrite ? edit : undefined}
      noMatches="No rows match these filters."
      noData={{
        why: 'No schedules yet. Enter what a carrier pays, and each policy month is compared with its statements.',
        ...(mayWrite ? { action: { label: 'New Row', onClick: create } } : {}),
      }}
    >
      <ScheduleModal
        opened={typeof open === 'object'}
        row={form}
        carrierId={carrierId}
        onCreated={list.showCreated}
        onClose={close}
      />
      <CopyScheduleModal opened={open === 'copy'} carrierId={carrierId} onClose={close} />
      <TestScheduleModal opened={open === 'test'} carrierId={carrierId} onClose={close} />
      {file.dialog}
      <ScheduleDocumentModal row={open === 'document' ? first : undefined} onClose={close} />
      <RecordHistory
        changesOf={changesOf}
        record={open === 'history' ? first : undefined}
        nameOf={(row) => scheduleName(row)}
        onClose={close}
      />
      <ConfirmDialog
        opened={open === 'delete' && first !== undefined}
        title="Delete row"
        text={first ? `Delete ${scheduleName(first)}? What the carrier owes for these months is calculated again.` : ''}
        yes="Delete row"
        danger
        onNo={close}
        onYes={async () => {
          if (!first) return
          await remove.mutateAsync({ id: first.id, version: first.version })
          toasts.success('Row deleted')
          list.select()
          close()
        }}
      />
    </ListScreen>
  )
}

function useScheduleFilters(): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo(() => {
    const thisYear = Number(todayIn(new Date()).slice(0, 4))
    const years = Array.from({ length: 5 }, (_, back) => String(thisYear + 1 - back))
    return [
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'state', label: 'State', kind: 'text', width: 80 },
      { name: 'business', label: 'Business', kind: 'select', choices: businessChoices },
      { name: 'year', label: 'Year', kind: 'select', choices: years.map((year) => ({ value: year, label: year })) },
    ]
  }, [carriers])
}
