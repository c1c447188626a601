import type { ReactNode } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import css from './reading-panel.module.css'
import type { Reading } from './use-reading.ts'

interface Props<Row> {
  reading: Reading<Row>
  nameOf(row: Row): string
  children: ReactNode
}

/** The shown record on a narrow screen. */
export function ReadingDialog<Row>({ reading, nameOf, children }: Props<Row>) {
  const { shown, isNarrow, opened, close } = reading
  if (!isNarrow) return null
  return (
    <Dialog opened={opened} onClose={close} title={shown ? nameOf(shown) : ''} fullScreen>
      <div className={css.dialog}>{children}</div>
    </Dialog>
  )
}
