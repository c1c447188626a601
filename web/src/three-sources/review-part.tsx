import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import type { SourceRow } from '@coverdesk/domain/three-sources/source-contract.ts'
import { Button, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { showInstant } from '../ui/basics/instant.ts'
import { useShortcuts } from '../ui/overlay/shortcuts.tsx'
import css from './three-sources.module.css'

export interface ReviewActions {
  busy: boolean
  review(row: SourceRow, note: string): void
  reopen(row: SourceRow): void
}

/** Marks a policy as reviewed, with a note, or says who did. It comes back when its sources say something else. */
export function ReviewPart({ row, actions }: { row: SourceRow; actions: ReviewActions }) {
  const [note, setNote] = useState('')
  const heading = useId()
  const isOpen = row.reviewedAt === null
  const review = () => actions.review(row, note.trim())
  useShortcuts([{ keys: 'e', description: 'Mark as reviewed', run: () => isOpen && !actions.busy && review() }])
  return (
    <section aria-labelledby={heading} className={css.review}>
      <h3 id={heading}>Review</h3>
      {isOpen ? (
        <>
          <Textarea
            label="Note"
            placeholder="Optional"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={500}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <p className={css.quiet}>
            {row.class === 'agent differs'
              ? 'It stays reviewed in later months, until the exchange shows yet another agent.'
              : `It comes back when its class or what was paid (${showAmount(row.paid)}) changes.`}
          </p>
          <Button variant="filled" loading={actions.busy} onClick={review}>
            Mark as reviewed<kbd>E</kbd>
          </Button>
        </>
      ) : (
        <>
          <p>
            Reviewed by {row.reviewedBy}, {showInstant(row.reviewedAt ?? '')}
            {row.reviewNote ? `: ${row.reviewNote}` : '.'}
          </p>
          <Button variant="default" loading={actions.busy} onClick={() => actions.reopen(row)}>
            Undo the review
          </Button>
        </>
      )}
    </section>
  )
}
