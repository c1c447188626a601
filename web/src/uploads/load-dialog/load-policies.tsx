import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { mappingToSubmit } from '../mapping/heading-choices.ts'
import { startUpload } from '../running/running-upload.ts'
import { type LoadView, useLoadView } from '../running/use-load-view.ts'
import { longScope } from '../upload-period.ts'
import { CarrierList } from './carrier-list.tsx'
import { LoadDialog, type LoadDialogProps } from './load-dialog.tsx'
import { FormView, RunView } from './load-policies-main.tsx'
import { type DryRunOrder, useDryRun } from './use-dry-run.ts'
import { useFreshForm } from './use-fresh-form.ts'
import { type LoadForm, useLoadForm } from './use-load-form.ts'

/**
 * Load Policies: choose carrier and file, preview it, process it, follow it. Keep it mounted, so that the form survives
 * closing and focus returns to its trigger.
 */
export function LoadPolicies({ opened, onClose, runId, onRun }: LoadDialogProps) {
  const today = todayIn(new Date())
  const load = useLoadForm(today)
  const { form, change, clear } = load
  const dryRun = useDryRun(useOrder(form))
  const view = useLoadView(runId)
  useFreshForm(opened && runId === null, load)
  const process = () => {
    const { carrier, file, choices, values, headingLine, loadGoodRows, part, confirmMissing, setBack, keepEmpty } = form
    const { month, year } = form.period
    if (!carrier || !file || month === null || year === null) {
      change({ showMissing: true })
      toasts.error('Form errors')
      return
    }
    const mapping = mappingToSubmit(dryRun.run?.headings ?? [], choices)
    const sentAs = startUpload({
      kind: 'policies',
      ...carrier,
      month,
      year,
      file,
      loadGoodRows,
      mapping,
      values,
      headingLine,
      book: { part, confirmMissing, setBack, keepEmpty },
    })
    change({ sentAs })
    onRun(sentAs)
  }
  const chosen = view ? (view.upload ?? view.run)?.carrierId : form.carrier?.carrierId
  return (
    <LoadDialog
      title="Load Policies"
      note={view ? titleOf(view) : 'Nothing is changed until you process'}
      size={1180}
      chosen={chosen !== undefined}
      opened={opened}
      onClose={onClose}
      onRun={onRun}
      view={view}
      load={load}
      dryRun={dryRun}
      question={isUnconfirmed(form, dryRun.run) ? 'Confirm the missing policies, or load the file as a part' : null}
      onSend={process}
    >
      <Carriers chosen={chosen ?? null} locked={view !== null} today={today} onAdd={load.add} onCancel={clear} />
      {view ? <RunView view={view} /> : <FormView load={load} dryRun={dryRun} today={today} />}
    </LoadDialog>
  )
}

/** Whether more policies become missing than are loaded without a confirmation. */
function isUnconfirmed({ confirmMissing }: LoadForm, run: ImportRun | null): boolean {
  return run?.book?.manyMissing === true && confirmMissing !== run.counts?.missing
}

/** Dry run request of the form; null while incomplete. */
function useOrder({
  carrier,
  file,
  period,
  choices,
  values,
  headingLine,
  part,
  setBack,
  keepEmpty,
  attempt,
}: LoadForm): DryRunOrder | null {
  return useMemo(() => {
    const { month, year } = period
    if (!carrier || !file || month === null || year === null) return null
    return {
      kind: 'policies' as const,
      carrierId: carrier.carrierId,
      month,
      year,
      file,
      mapping: choices,
      values,
      headingLine,
      book: { part, confirmMissing: null, setBack, keepEmpty },
      attempt,
    }
  }, [carrier, file, period, choices, values, headingLine, part, setBack, keepEmpty, attempt])
}

function Carriers(props: Omit<Parameters<typeof CarrierList>[0], 'carriers' | 'failed'>) {
  const { data, error, refetch } = useQuery(apiQuery(uploads.carriers, {}))
  const failed = error ? { why: failureMessage(error), retry: () => void refetch() } : null
  return <CarrierList {...props} carriers={data} failed={failed} />
}

function titleOf({ run, upload }: LoadView): string {
  const what = upload ?? run
  return what ? longScope(what) : ''
}
