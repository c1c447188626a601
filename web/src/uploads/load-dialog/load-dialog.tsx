import { ModalCloseButton, ModalTitle } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import '../../ui/overlay/overlay-styles.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import css from '../load-policies.module.css'
import { RunFooter } from '../running/run-footer.tsx'
import type { LoadView } from '../running/use-load-view.ts'
import { LoadFooter } from './load-footer.tsx'
import type { DryRun } from './use-dry-run.ts'

/** Props of both upload dialogs. */
export interface LoadDialogProps {
  opened: boolean
  onClose(): void
  /** Upload to show instead of the form. */
  runId: string | null
  onRun(runId: string | null): void
}

interface Props extends Pick<LoadDialogProps, 'opened' | 'onClose' | 'onRun'> {
  title: string
  note: string
  size: number
  /** Whether a phone can show more than the first choice. */
  chosen: boolean
  view: LoadView | null
  load: {
    form: { file: File | null; loadGoodRows: boolean }
    change(to: { loadGoodRows: boolean }): void
    clear(): void
  }
  dryRun: DryRun
  words?: { leave: string; send: string }
  /** In the footer of a loaded file. */
  afterLoad?: ReactNode
  /** What the user must decide before the file can be sent. */
  question?: string | null
  onSend(): void
  children: ReactNode
}

/** Frame of an upload dialog: title, content, and the footer of the form or of the running upload. */
export function LoadDialog({ view, load, dryRun, onSend, ...props }: Props) {
  const { form, change, clear } = load
  const phone = usePhone()
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (view && !view.underWay) props.onRun(null)
    props.onClose()
  }
  return (
    <Dialog
      opened={props.opened}
      onClose={leave}
      closeOnEscape={!(asking && view?.underWay)}
      size={props.size}
      centered
      fullScreen={phone}
      yOffset={26}
      withCloseButton={false}
      padding={0}
      classNames={{ content: css.dialog, body: css.frame }}
    >
      <div className={css.header}>
        <ModalTitle>{props.title}</ModalTitle>
        <span className={css.note}>{props.note}</span>
        <ModalCloseButton />
      </div>
      <div className={css.body} data-chosen={props.chosen || undefined}>
        {props.children}
      </div>
      {view ? (
        <RunFooter
          view={view}
          asking={asking}
          onAsking={setAsking}
          extra={props.afterLoad}
          onClose={leave}
          onBack={form.file ? () => props.onRun(null) : undefined}
        />
      ) : (
        <LoadFooter
          {...(props.words ? { words: props.words } : {})}
          question={props.question ?? null}
          hasFile={form.file !== null}
          checking={dryRun.checking}
          failed={dryRun.failure !== null}
          counts={dryRun.failure ? null : (dryRun.run?.counts ?? null)}
          loadGoodRows={form.loadGoodRows}
          onLoadGoodRows={(loadGoodRows) => change({ loadGoodRows })}
          onCancel={() => {
            clear()
            props.onClose()
          }}
          onProcess={onSend}
        />
      )}
    </Dialog>
  )
}
