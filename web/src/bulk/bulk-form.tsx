import { type BulkChange, bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import type { ChoiceSource } from '../ui/choices/use-choices.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'
import { BulkEffect } from './bulk-effect.tsx'
import { bulkInWords } from './bulk-words.ts'
import { useUndoBulk } from './use-undo-bulk.ts'

/** Choice for no value: no agent, no status. */
export const noValue = '0'

/** A bulk action as the dialog presents it. */
export interface BulkActionForm {
  action: BulkAction
  title: string
  /** Label of the value: 'Agent'. */
  label: string
  source: ChoiceSource
  /** Label of no value: 'Unassigned'. */
  none: string
  /** Verb of the submit button: 'Assign'. */
  verb: string
  /** Requires a comment. */
  comment?: boolean
  /** Toasts fixed by the specification: on success, and before a failure's reason. */
  success?: string
  failed?: string
  /** Uses the specification's own call instead of the generic one. */
  send?(value: Change['value'], records: Change['records']): Promise<BulkChange>
}

/** The value to set, and the records as previewed. */
interface Change {
  value: number | null
  records: readonly { id: number; mark: string }[]
  comment?: string
}

export interface BulkFormProps {
  kind: BulkKind
  question: BulkActionForm
  /** Ids of the selected records. */
  ids: readonly number[]
  /** Routes to refetch after a change or an undo. */
  refreshes: readonly Route[]
  onClose(): void
  onDone(): void
}

/** Form of a bulk change: value, preview, and a submit button with the count. */
export function BulkForm({ kind, question, ids: selected, refreshes, onClose, onDone }: BulkFormProps) {
  const { action, label, source, none, verb } = question
  const [ids, setIds] = useState(selected)
  const [chosen, setChosen] = useState('')
  const [comment, setComment] = useState('')
  const [attempted, setAttempted] = useState(false)
  const size = usePhone() ? 'xl' : 'md'
  const value = chosen === noValue ? null : Number(chosen)
  const { preview, apply, recent } = bulk[kind]
  const previewed = useQuery({
    ...apiQuery(preview, { action, value, ids: [...ids] }),
    enabled: chosen !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const ours = useSend(apply, { refreshes: [...refreshes, recent] })
  const change = useMutation<BulkChange, Error, Change>({
    mutationFn: (input) =>
      question.send
        ? question.send(input.value, input.records)
        : ours.mutateAsync({ action, ...input, records: [...input.records] }),
  })
  const undo = useUndoBulk(kind, refreshes)
  const effect = chosen === '' ? undefined : previewed.data
  const failure = change.error ?? (chosen === '' ? null : previewed.error)
  const counted = effect?.data.filter(({ outcome }) => outcome === 'changes').length ?? 0
  const ready = counted > 0 && effect?.data.every(({ outcome }) => outcome !== 'refused')
  const silent = question.comment === true && comment.trim() === ''

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAttempted(true)
    if (!effect || !ready || silent || change.isPending) return
    const records = effect.data.map(({ id, mark }) => ({ id, mark }))
    const done = await change
      .mutateAsync({ value, records, ...(question.comment ? { comment } : {}) })
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
        value={chosen}
        onChange={(next) => {
          change.reset()
          setChosen(next)
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
      {effect ? <BulkEffect kind={kind} effect={effect} none={none} onKeep={setIds} /> : null}
      <div className={css.answers}>
        {change.error ? (
          <Button
            size={size}
            onClick={() => {
              change.reset()
              void previewed.refetch()
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
          {verb} {countOf(kind, effect ? counted : ids.length)}
        </Button>
      </div>
    </form>
  )
}
