import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import { LeaveQuestion } from '../ui/form/leave-question.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'
import type { BulkActionForm, BulkValue } from './bulk-action-form.ts'
import { bulkInWords } from './bulk-words.ts'
import { noValue } from './no-value.ts'
import { useUndoBulk } from './use-undo-bulk.ts'

/** Properties of the forms of bulk changes. */
export interface BulkFormProps {
  kind: BulkKind
  question: BulkActionForm
  /** Routes to refetch after a change or an undo. */
  refreshes: readonly Route[]
  onClose(): void
  onDone(): void
  /** Called with whether a comment is typed. */
  onUnsaved(is: boolean): void
}

/** Value that the form has chosen; undefined before. */
export type ChosenValue = number | null | undefined

interface FrameProps extends BulkFormProps {
  chosen: ChosenValue
  onChoose(value: ChosenValue): void
  /** Preview of the change. */
  effect: ReactNode
  /** Why there is no preview. */
  failure: Error | null
  /** Number of records on the button. */
  count: number
  /** Whether the preview can be applied. */
  ready: boolean
  apply(value: BulkValue): Promise<BulkChange>
  /** Requests the preview again. */
  onCheckAgain(): void
}

/** Form of a bulk change: value, comment, preview, and a submit button with the count. */
export function BulkFormFrame({ kind, question, chosen, onChoose, effect, failure: noPreview, ...props }: FrameProps) {
  const { label, source, verb } = question
  const { count, ready, apply, onCheckAgain, refreshes, onClose, onDone, onUnsaved } = props
  const [comment, setComment] = useState('')
  const [attempted, setAttempted] = useState(false)
  const size = usePhone() ? 'xl' : 'md'
  const change = useMutation<BulkChange, Error, BulkValue>({ mutationFn: apply })
  const undo = useUndoBulk(kind, refreshes)
  const failure = change.error ?? noPreview
  const unsaved = comment.trim() !== '' && !change.isSuccess
  // A layout effect: the next key may be Esc.
  useLayoutEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  })
  const silent = question.comment === true && comment.trim() === ''

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAttempted(true)
    if (chosen === undefined || !ready || silent || change.isPending) return
    const done = await change
      .mutateAsync({ value: chosen, ...(question.comment ? { comment } : {}) })
      .catch((error: unknown) => void (question.failed && toasts.failure(question.failed, error)))
    if (!done) return
    const back = () => void undo(done).catch((error: unknown) => toasts.failure("Couldn't undo.", error))
    toasts.offer(question.success ?? bulkInWords(done), 'Undo', back)
    onDone()
  }
  return (
    <form className={css.form} onSubmit={(event) => void send(event)}>
      <ChoiceSelect
        label={label}
        source={source}
        value={chosen === undefined ? '' : chosen === null ? noValue : String(chosen)}
        onChange={(next) => {
          change.reset()
          onChoose(next === '' ? undefined : next === noValue ? null : Number(next))
        }}
        data-autofocus
      />
      {question.comment ? (
        <Textarea
          label="Comment"
          value={comment}
          maxLength={2000}
          autosize
          minRows={2}
          error={attempted && silent ? 'Comment is required' : undefined}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      ) : null}
      {failure ? <NoticeLine tone="red">{failureMessage(failure)}</NoticeLine> : null}
      {effect}
      <div className={css.answers}>
        {chosen === undefined ? <span className={css.waits}>Choose the {label.toLowerCase()} first.</span> : null}
        {change.error ? (
          <Button
            size={size}
            onClick={() => {
              change.reset()
              onCheckAgain()
            }}
          >
            Check again
          </Button>
        ) : null}
        <Button size={size} variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size={size}
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!ready || failure !== null}
        >
          {verb} {countOf(kind, count)}
        </Button>
      </div>
      <LeaveQuestion isUnsaved={() => unsaved && !change.isPending} />
    </form>
  )
}
