import { type BulkAction, type BulkInput, bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../platform/failure-message.ts'
import { ask, useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NoticeLine } from '../ui/notice-line.tsx'
import type { ChoiceSource } from '../ui/use-choices.ts'
import { usePhone } from '../ui/use-phone.ts'
import css from './bulk.module.css'
import { BulkEffect } from './bulk-effect.tsx'
import { bulkInWords, leadCount } from './bulk-words.ts'
import { useUndoBulk } from './use-undo-bulk.ts'

/** The choice that stands for none: nobody, no status. */
export const noValue = '0'

interface BulkDialogProps {
  opened: boolean
  onClose(): void
  title: string
  action: BulkAction
  /** Of what is chosen: 'Agent'. */
  label: string
  source: ChoiceSource
  /** What no value is called: 'Nobody'. */
  none: string
  /** What the button does, before how many: 'Assign'. */
  verb: string
  records: BulkInput['records']
  /** Shown anew after it was done, and after it was taken back. */
  refreshes: readonly Route[]
  onDone(): void
}

/**
 * Sets one thing of many records: what to set, then what that would change and what to know about it, then how many on
 * the button. All are changed or none; the toast afterwards takes it back. Keep it mounted and pass `opened`.
 */
export function BulkDialog(props: BulkDialogProps) {
  const phone = usePhone()
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size={480} fullScreen={phone} centered>
      <BulkForm {...props} />
    </Dialog>
  )
}

function BulkForm({ action, label, source, none, verb, records, refreshes, onClose, onDone }: BulkDialogProps) {
  const [chosen, setChosen] = useState('')
  const size = usePhone() ? 'xl' : 'md'
  const input: BulkInput = { action, records, value: chosen === noValue ? null : Number(chosen) }
  const preview = useQuery({ ...ask(bulk.preview, input), enabled: chosen !== '', staleTime: 0, retry: false })
  const apply = useSend(bulk.apply, { refreshes: [...refreshes, bulk.recent] })
  const undo = useUndoBulk(refreshes)
  const failure = apply.error ?? (chosen === '' ? null : preview.error)
  const effect = chosen === '' ? undefined : preview.data
  const ready = effect !== undefined && effect.records > 0

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || apply.isPending) return
    const done = await apply.mutateAsync(input).catch(() => undefined)
    if (!done) return
    const back = () => void undo(done).catch((error: unknown) => toasts.failure('Not undone.', error))
    toasts.offer(bulkInWords(done), 'Undo', back)
    onDone()
  }
  return (
    <form className={css.form} onSubmit={(event) => void send(event)}>
      <ChoiceSelect
        label={label}
        source={source}
        value={chosen}
        onChange={(value) => {
          apply.reset()
          setChosen(value)
        }}
        data-autofocus
      />
      {failure ? <NoticeLine tone="red">{failureMessage(failure)}</NoticeLine> : null}
      {effect && !failure ? <BulkEffect effect={effect} none={none} /> : null}
      <div className={css.answers}>
        <Button size={size} variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size={size}
          type="submit"
          variant="filled"
          loading={apply.isPending}
          disabled={!ready || failure !== null}
        >
          {verb} {leadCount(effect?.records ?? records.length)}
        </Button>
      </div>
    </form>
  )
}
