import { useState } from 'react'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import type { List } from '../use-list.ts'
import { useNarrow } from './use-narrow.ts'
import { useShownRow } from './use-shown-row.ts'

/** The record shown beside its list, or in a dialog on a narrow screen. */
export interface Reading<Row> {
  /** undefined while the list is empty. */
  shown: Row | undefined
  isNarrow: boolean
  opened: boolean
  /** Selects the row; on a narrow screen also opens its dialog. */
  open(row: Row): void
  openShown(): void
  close(): void
  /** Shows the next record in place of one that leaves the list. */
  showNext(): void
}

/** J and K show the next and the previous record; `word` names one of them, such as 'policy'. */
export function useReading<Row extends { id: number }>(
  list: Pick<List<Row>, 'page' | 'chosen' | 'select'>,
  word: string,
): Reading<Row> {
  const isNarrow = useNarrow()
  const rows = list.page?.data ?? []
  const { shown, at, show } = useShownRow(rows, list.chosen)
  const [opened, setOpened] = useState(false)
  const move = (step: number) => {
    const next = rows[at + step]
    if (next) list.select(next.id)
  }
  useShortcuts([
    { keys: 'j', description: `Next ${word}`, run: () => move(1) },
    { keys: 'k', description: `Previous ${word}`, run: () => move(-1) },
  ])
  return {
    shown,
    isNarrow,
    opened: opened && shown !== undefined,
    open: (row) => {
      list.select(row.id)
      setOpened(true)
    },
    openShown: () => setOpened(true),
    close: () => setOpened(false),
    showNext: () => {
      show(rows[at + 1]?.id, at)
      list.select()
      setOpened(false)
    },
  }
}
