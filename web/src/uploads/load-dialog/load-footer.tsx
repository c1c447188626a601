import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button, Checkbox } from '@mantine/core'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from '../load-policies.module.css'

interface Props {
  /** Button labels, if not Cancel and Process. */
  words?: { leave: string; send: string }
  /** What the user must decide first. */
  question: string | null
  hasFile: boolean
  checking: boolean
  /** The check failed. The button still sends the file, so that the server's answer can be seen (UPLOAD-10, UPLOAD-16). */
  failed: boolean
  /** Counts of the latest dry run; null without one or after a failure. */
  counts: ImportCounts | null
  loadGoodRows: boolean
  onLoadGoodRows(chosen: boolean): void
  onCancel(): void
  onProcess(): void
}

/** Counts and the submit button; refused rows block it until the user chooses to skip them. */
export function LoadFooter(props: Props) {
  const { words, question, hasFile, checking, failed, counts, loadGoodRows, onLoadGoodRows, onCancel, onProcess } =
    props
  const refused = counts?.refused ?? 0
  const good = counts ? counts.new + counts.changed + counts.unchanged : null
  const blocked = refused > 0 && !loadGoodRows
  const none = good === 0
  const why = reasonNot({ hasFile, checking, failed, held: blocked, none, refused }) ?? (counts ? question : null)
  return (
    <footer className={css.footer}>
      {refused > 0 ? (
        <Checkbox
          className={css.goodRows}
          checked={loadGoodRows}
          onChange={(event) => onLoadGoodRows(event.currentTarget.checked)}
          label={
            <>
              <strong>Load the good rows</strong>{' '}
              <span className={css.stayOut}>
                {showCount(refused)} refused {refused === 1 ? 'row stays' : 'rows stay'} out
              </span>
            </>
          }
        />
      ) : null}
      <span className={css.summary} id="load-summary" role="status">
        {why ?? (counts ? `${showCount(counts.new)} new, ${showCount(counts.changed)} changed` : '')}
      </span>
      <Button variant="subtle" onClick={onCancel}>
        {words?.leave ?? 'Cancel'}
      </Button>
      <Button
        variant={failed ? 'default' : 'filled'}
        disabled={!hasFile || checking || blocked || none || (counts !== null && question !== null)}
        aria-describedby="load-summary"
        onClick={onProcess}
      >
        {words
          ? words.send
          : good === null || none
            ? 'Process'
            : `Process ${showCount(good)} ${good === 1 ? 'row' : 'rows'}`}
      </Button>
    </footer>
  )
}

function reasonNot(state: {
  hasFile: boolean
  checking: boolean
  failed: boolean
  held: boolean
  none: boolean
  refused: number
}): string | null {
  if (!state.hasFile) return 'Choose a file first'
  if (state.checking) return 'Checking the file'
  if (state.failed) return "This file can't be loaded as it is: correct it or choose another"
  if (state.none) return state.refused > 0 ? 'No rows of this file can be loaded' : 'This file has no rows'
  if (!state.held) return null
  return `${showCount(state.refused)} refused ${state.refused === 1 ? 'row' : 'rows'}: fix the file, or load the good rows`
}
