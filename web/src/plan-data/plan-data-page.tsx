import { type PlanDataLoad, planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconArrowBackUp, IconEye, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { rowsInWords } from '../ui/basics/cell-value.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { planLoadColumns, planLoadFilters, planLoadName, planLoadPhoneRow } from './plan-load-columns.tsx'
import { PlanProblemsDialog } from './plan-problems-dialog.tsx'
import { PlanSets } from './plan-sets.tsx'
import { planSourceName } from './plan-source-name.ts'

const LoadPlanFileDialog = lazy(async () => ({
  default: (await import('./load-plan-file-dialog.tsx')).LoadPlanFileDialog,
}))
const Address = planData.list.input

/** /portal/manage/plan-data: files of plans and rates by year, and what they are used for. */
export function PlanDataPage() {
  const list = useList(planData.list, {
    screen: 'plan-data',
    address: Address,
    sorting: { sort: 'loadedAt', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [loading, setLoading] = useState(false)
  const [used, setUsed] = useState(false)
  const [shown, setShown] = useState<PlanDataLoad>()
  const [undoing, setUndoing] = useState<PlanDataLoad>()
  const undo = useSend(planData.undo, { refreshes: [planData.list, planData.sets] })
  const [first] = list.chosen
  const load = () => {
    setUsed(true)
    setLoading(true)
  }
  return (
    <ListScreen
      list={list}
      title="Plan Data"
      label="Loads"
      columns={planLoadColumns}
      rowName={planLoadName}
      phone={planLoadPhoneRow}
      sizes={operationsPageSizes}
      filters={planLoadFilters}
      above={<PlanSets />}
      buttons={[
        {
          label: 'Load Plan File',
          short: 'Load',
          icon: IconUpload,
          primary: true,
          keys: 'n',
          description: 'Load a plan file',
          onClick: load,
        },
      ]}
      actions={[
        {
          label: 'Problems',
          icon: IconEye,
          inHeader: true,
          refused: first ? (first.message === null ? 'This file had no problems' : undefined) : 'Select a load first',
          onClick: () => first && setShown(first),
        },
        {
          label: 'Undo Load',
          icon: IconArrowBackUp,
          inHeader: true,
          refused: first
            ? first.mayUndo
              ? undefined
              : 'Only a load whose files are in use can be undone'
            : 'Select a load first',
          onClick: () => first?.mayUndo && setUndoing(first),
        },
      ]}
      selects="one"
      onOpen={(row) => row.message !== null && setShown(row)}
      noMatches="No loads match these filters."
      noData={{
        why: 'No plan files yet. Until the files of a year are loaded, plans are invented for practice.',
        action: { label: 'Load Plan File', onClick: load },
      }}
    >
      {used ? (
        <Suspense>
          <LoadPlanFileDialog opened={loading} onClose={() => setLoading(false)} />
        </Suspense>
      ) : null}
      <PlanProblemsDialog load={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog
        opened={undoing !== undefined}
        title="Undo this load?"
        text={
          undoing
            ? `${rowsInWords(undoing.rows)} of ${undoing.fileName} are taken out of ${planSourceName(undoing.source)} ${undoing.year}. The files that they replaced are used again.`
            : ''
        }
        yes="Undo Load"
        no="Keep"
        onYes={async () => {
          if (undoing) await undo.mutateAsync({ loadId: undoing.id })
          setUndoing(undefined)
          toasts.success('Load undone')
        }}
        onNo={() => setUndoing(undefined)}
      />
    </ListScreen>
  )
}
