import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { useMemo } from 'react'
import { mappingToSubmit } from '../mapping/heading-choices.ts'
import { carriersInWords } from '../rows/commission-money.tsx'
import { startUpload } from '../running/running-upload.ts'
import { useLoadView } from '../running/use-load-view.ts'
import { CommissionFormView } from './commission-form-view.tsx'
import { LoadDialog, type LoadDialogProps } from './load-dialog.tsx'
import { RunView } from './load-policies-main.tsx'
import { type CommissionForm, useCommissionForm } from './use-commission-form.ts'
import { type DryRunOrder, useDryRun } from './use-dry-run.ts'
import { useFreshForm } from './use-fresh-form.ts'

/**
 * Load Commissions (UPLOAD-13): choose a file, preview it, upload it, follow it. Closing uploads nothing. Keep it
 * mounted, so that the form survives while an upload is shown.
 */
export function LoadCommissions({ opened, onClose, runId, onRun }: LoadDialogProps) {
  const load = useCommissionForm()
  const { form, change } = load
  const dryRun = useDryRun(useOrder(form))
  const view = useLoadView(runId)
  useFreshForm(opened && runId === null, load)
  const upload = () => {
    const { file, carrier, period, choices, values, headingLine, loadGoodRows, paid } = form
    if (!file) return
    const mapping = mappingToSubmit(dryRun.run?.headings ?? [], choices)
    const scope = { carrierId: carrier?.id ?? null, carrierName: carrier?.name ?? null, ...period }
    const sentAs = startUpload({
      kind: 'commissions',
      ...scope,
      file,
      loadGoodRows,
      paid,
      mapping,
      values,
      headingLine,
    })
    change({ sentAs })
    onRun(sentAs)
  }
  const carriers = carriersInWords(view?.run?.commissions)
  return (
    <LoadDialog
      title="Load Commissions"
      note={view ? carriers : 'Nothing is changed until you upload'}
      size={980}
      chosen={true}
      opened={opened}
      onClose={onClose}
      onRun={onRun}
      view={view}
      load={load}
      dryRun={dryRun}
      words={{ leave: 'Close', send: 'Upload' }}
      onSend={upload}
    >
      {view ? <RunView view={view} /> : <CommissionFormView load={load} dryRun={dryRun} today={todayIn(new Date())} />}
    </LoadDialog>
  )
}

/** Dry run request of the form; null without a file. */
function useOrder({
  file,
  carrier,
  period,
  choices,
  values,
  headingLine,
  paid,
  attempt,
}: CommissionForm): DryRunOrder | null {
  return useMemo(() => {
    if (!file) return null
    const scope = { carrierId: carrier?.id ?? null, ...period }
    return { kind: 'commissions', ...scope, file, mapping: choices, values, headingLine, paid, attempt }
  }, [file, carrier, period, choices, values, headingLine, paid, attempt])
}
