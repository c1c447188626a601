import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { ModalCloseButton, ModalTitle } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureMessage } from '../platform/failure-message.ts'
import { ask } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import '../ui/overlay-styles.ts'
import { Dialog } from '../ui/dialog.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { confirmed } from './heading-choices.ts'
import css from './load-policies.module.css'
import { CarrierList } from './load-policies-carriers.tsx'
import { LoadFooter } from './load-policies-footer.tsx'
import { FormView, RunView } from './load-policies-main.tsx'
import { FooterOfRun } from './load-policies-running-footer.tsx'
import { startUpload } from './running-upload.ts'
import { longScope } from './upload-period.ts'
import { type DryRunOrder, useDryRun } from './use-dry-run.ts'
import { useFreshForm } from './use-fresh-form.ts'
import { type LoadForm, useLoadForm } from './use-load-form.ts'
import { type LoadView, useLoadView } from './use-load-view.ts'

interface Props {
  opened: boolean
  onClose(): void
  /** The load to show instead of the form. */
  runId: string | null
  onRun(runId: string | null): void
}

/**
 * Load Policies: choose a carrier, drop its file, see what it would do, process it, watch it. Keep it mounted: what was
 * chosen stays when it is closed, and the focus returns to where it came from.
 */
export function LoadPolicies({ opened, onClose, runId, onRun }: Props) {
  const today = todayIn(new Date())
  const load = useLoadForm(today)
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
  const process = () => {
    const { carrier, file, choices, loadGoodRows } = form
    const { month, year } = form.period
    if (!carrier || !file || month === null || year === null) {
      change({ complain: true })
      toasts.error('Form errors')
      return
    }
    const mapping = confirmed(dryRun.run?.headings ?? [], choices)
    const sentAs = startUpload({ kind: 'policies', ...carrier, month, year, file, loadGoodRows, mapping })
    change({ sentAs })
    onRun(sentAs)
  }
  const chosen = view ? (view.upload ?? view.run)?.carrierId : form.carrier?.carrierId
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      closeOnEscape={!(asking && view?.underWay)}
      size={1180}
      centered
      fullScreen={phone}
      yOffset={26}
      withCloseButton={false}
      padding={0}
      classNames={{ content: css.dialog, body: css.frame }}
    >
      <div className={css.header}>
        <ModalTitle>Load Policies</ModalTitle>
        <span className={css.note}>{view ? titleOf(view) : 'Dry run: nothing is written until you process'}</span>
        <ModalCloseButton />
      </div>
      <div className={css.body} data-chosen={chosen !== undefined || undefined}>
        <Carriers chosen={chosen ?? null} locked={view !== null} today={today} onAdd={load.add} onCancel={clear} />
        {view ? <RunView view={view} /> : <FormView load={load} dryRun={dryRun} today={today} />}
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
          hasFile={form.file !== null}
          checking={dryRun.checking}
          counts={dryRun.failure ? null : (dryRun.run?.counts ?? null)}
          loadGoodRows={form.loadGoodRows}
          onLoadGoodRows={(loadGoodRows) => change({ loadGoodRows })}
          onCancel={() => {
            clear()
            onClose()
          }}
          onProcess={process}
        />
      )}
    </Dialog>
  )
}

/** What the form asks a dry run for; null while something is missing. */
function useOrder({ carrier, file, period, choices, turn }: LoadForm): DryRunOrder | null {
  return useMemo(() => {
    const { month, year } = period
    if (!carrier || !file || month === null || year === null) return null
    return { kind: 'policies' as const, carrierId: carrier.carrierId, month, year, file, mapping: choices, turn }
  }, [carrier, file, period, choices, turn])
}

function Carriers(props: Omit<Parameters<typeof CarrierList>[0], 'carriers' | 'failed'>) {
  const { data, error, refetch } = useQuery(ask(uploads.carriers, {}))
  const failed = error ? { why: failureMessage(error), retry: () => void refetch() } : null
  return <CarrierList {...props} carriers={data} failed={failed} />
}

function titleOf({ run, upload }: LoadView): string {
  const what = upload ?? run
  return what ? longScope(what) : ''
}
