import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { ModalCloseButton, ModalTitle } from '@mantine/core'
import { useMemo, useState } from 'react'
import '../ui/overlay-styles.ts'
import { Dialog } from '../ui/dialog.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { carriersInWords } from './commission-money.tsx'
import { confirmed } from './heading-choices.ts'
import { CommissionFormView } from './load-commissions-form.tsx'
import css from './load-policies.module.css'
import { LoadFooter } from './load-policies-footer.tsx'
import { RunView } from './load-policies-main.tsx'
import { FooterOfRun } from './load-policies-running-footer.tsx'
import { startUpload } from './running-upload.ts'
import { type CommissionForm, useCommissionForm } from './use-commission-form.ts'
import { type DryRunOrder, useDryRun } from './use-dry-run.ts'
import { useFreshForm } from './use-fresh-form.ts'
import { useLoadView } from './use-load-view.ts'

interface Props {
  opened: boolean
  onClose(): void
  /** The load to show instead of the form. */
  runId: string | null
  onRun(runId: string | null): void
}

/**
 * Load Commissions (UPLOAD-13): drop a file, see what it would pay and which rows it refuses, upload it, watch it. Close
 * uploads nothing. Keep it mounted, so that what was chosen stays while a load is looked at.
 */
export function LoadCommissions({ opened, onClose, runId, onRun }: Props) {
  const load = useCommissionForm()
  const { form, change, clear } = load
  const dryRun = useDryRun(useOrder(form))
  const view = useLoadView(runId)
  const phone = usePhone()
  const [asking, setAsking] = useState(false)
  useFreshForm(opened && runId === null, load)
  const leave = () => {
    if (view && !view.underWay) onRun(null)
    onClose()
  }
  const upload = () => {
    const { file, carrier, period, choices, loadGoodRows, onTop } = form
    if (!file) return
    const mapping = confirmed(dryRun.run?.headings ?? [], choices)
    const scope = { carrierId: carrier?.id ?? null, carrierName: carrier?.name ?? null, ...whole(period) }
    const sentAs = startUpload({ kind: 'commissions', ...scope, file, loadGoodRows, onTop, mapping })
    change({ sentAs })
    onRun(sentAs)
  }
  const carriers = carriersInWords(view?.run?.commissions)
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      closeOnEscape={!(asking && view?.underWay)}
      size={980}
      centered
      fullScreen={phone}
      yOffset={26}
      withCloseButton={false}
      padding={0}
      classNames={{ content: css.dialog, body: css.frame }}
    >
      <div className={css.header}>
        <ModalTitle>Load Commissions</ModalTitle>
        <span className={css.note}>{view ? carriers : 'Dry run: nothing is written until you upload'}</span>
        <ModalCloseButton />
      </div>
      <div className={css.body} data-chosen>
        {view ? (
          <RunView view={view} />
        ) : (
          <CommissionFormView load={load} dryRun={dryRun} today={todayIn(new Date())} />
        )}
      </div>
      {view ? (
        <FooterOfRun
          view={view}
          asking={asking}
          onAsking={setAsking}
          onClose={leave}
          onBack={form.file ? () => onRun(null) : undefined}
        />
      ) : (
        <LoadFooter
          words={{ leave: 'Close', send: 'Upload' }}
          hasFile={form.file !== null}
          checking={dryRun.checking}
          counts={dryRun.failure ? null : (dryRun.run?.counts ?? null)}
          loadGoodRows={form.loadGoodRows}
          onLoadGoodRows={(loadGoodRows) => change({ loadGoodRows })}
          onCancel={() => {
            clear()
            onClose()
          }}
          onProcess={upload}
        />
      )}
    </Dialog>
  )
}

/** What the form asks a dry run for; null without a file. */
function useOrder({ file, carrier, period, choices, onTop, turn }: CommissionForm): DryRunOrder | null {
  return useMemo(() => {
    if (!file) return null
    const scope = { carrierId: carrier?.id ?? null, ...whole(period) }
    return { kind: 'commissions', ...scope, file, mapping: choices, onTop, turn }
  }, [file, carrier, period, choices, onTop, turn])
}

/** Month and year go together: one alone says nothing yet. */
function whole({ month, year }: CommissionForm['period']): CommissionForm['period'] {
  return month === null || year === null ? { month: null, year: null } : { month, year }
}
