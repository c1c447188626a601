import {
  contactMerges,
  type MergeChoice,
  type MergeField,
  type MergePreview,
  type MergeSide,
} from '@coverdesk/domain/contacts/merge-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import '../ui/overlay/overlay-styles.ts'
import { shownAfterMerge, useUndoMerge } from '../customers/merges/use-undo-merge.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './merge-dialog.module.css'

interface MergeDialogProps {
  /** The two contacts; the first is kept unless swapped. Undefined when closed. */
  pair: readonly [number, number] | undefined
  onClose(): void
}

/** Compares two contacts field by field, then merges them or marks them as different. */
export function MergeDialog({ pair, onClose }: MergeDialogProps) {
  const phone = usePhone()
  return (
    <Dialog opened={pair !== undefined} onClose={onClose} title="Same person?" size={820} centered fullScreen={phone}>
      {pair ? <Compared key={pair.join()} pair={pair} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Compared({ pair, onClose }: { pair: readonly [number, number]; onClose(): void }) {
  const [turned, setTurned] = useState(false)
  const [id, otherId] = turned ? [pair[1], pair[0]] : pair
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(contactMerges.preview, { id, otherId }),
    staleTime: 0,
  })
  if (data)
    return (
      <Form
        key={`${id}-${data.version}-${data.otherVersion}`}
        preview={data}
        onTurn={() => setTurned(!turned)}
        onReload={() => void refetch()}
        onClose={onClose}
      />
    )
  if (failureReason === null)
    return (
      <div role="status" aria-label="Comparing" className={css.coming}>
        <SkeletonBar width="60%" height={16} />
        <SkeletonBar width="80%" height={12} />
        <SkeletonBar width="70%" height={12} />
      </div>
    )
  if ('status' in failureReason && failureReason.status === 404)
    return (
      <EmptyState
        title="Customer not found."
        why="One of the contacts is already merged, or you don't have access to it."
      />
    )
  return (
    <FailedState
      title="Couldn't load the comparison."
      why={`Error: ${failureMessage(failureReason)}`}
      retry={() => void refetch()}
    />
  )
}

interface FormProps {
  preview: MergePreview
  onTurn(): void
  onReload(): void
  onClose(): void
}

function Form({ preview, onTurn, onReload, onClose }: FormProps) {
  const [chosen, setChosen] = useState<Partial<Record<MergeField, MergeSide>>>({})
  const [failed, setFailed] = useState<string>()
  const merge = useSend(contactMerges.merge, { refreshes: shownAfterMerge })
  const apart = useSend(contactMerges.tellApart, { refreshes: shownAfterMerge })
  const { kept, merged, choices, moves, refused, likeness } = preview
  const pair = { id: kept.id, otherId: merged.id }
  const undo = useUndoMerge()
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
      onClose()
    } catch (failure) {
      setFailed(failureMessage(failure))
    }
  }
  return (
    <>
      <p className={css.why}>
        {likeness
          ? `${capital(likeness.reason)}: ${likeness.score} % likely one person.`
          : 'Probably not the same person.'}
      </p>
      <table className={css.sides}>
        <thead>
          <tr>
            <td />
            <Side heading="Kept" person={kept} />
            <Side heading="Merged into it" person={merged} />
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.field}
              choice={choice}
              side={chosen[choice.field] ?? choice.wins}
              onChoose={(side) => setChosen({ ...chosen, [choice.field]: side })}
            />
          ))}
        </tbody>
      </table>
      {choices.length === 0 ? <p className={css.why}>No fields differ.</p> : null}
      <p className={css.moves}>
        {moves.length > 0 ? `Also moves: ${moves.join(', ')}.` : 'No other records move.'} No data is lost. You can undo
        the merge, also on the customer's page, until the personal data, contact methods or status change, the contact
        is merged again, or a record that moved is deleted.
      </p>
      <p className={css.failed} role="alert">
        {failed ?? refused}
        {failed ? (
          <Button size="xs" onClick={onReload}>
            Reload
          </Button>
        ) : null}
      </p>
      <div className={css.answers}>
        <Button
          variant="subtle"
          leftSection={<IconArrowsExchange size={16} stroke={1.75} aria-hidden />}
          onClick={onTurn}
        >
          Keep the other one
        </Button>
        <span />
        <Button
          loading={apart.isPending}
          onClick={() =>
            run(async () => {
              await apart.mutateAsync(pair)
              toasts.success('Marked as different people')
            })
          }
        >
          Different people
        </Button>
        <Button
          variant="filled"
          loading={merge.isPending}
          disabled={refused !== null}
          onClick={() =>
            run(async () => {
              const { id } = await merge.mutateAsync({
                ...pair,
                version: preview.version,
                otherVersion: preview.otherVersion,
                choices: chosen,
              })
              toasts.offer(
                'Contacts merged successfully',
                'Undo',
                () => void undo(id).catch((failure: unknown) => toasts.failure("Couldn't undo the merge.", failure)),
              )
            })
          }
        >
          Merge
        </Button>
      </div>
    </>
  )
}

function Side({ heading, person }: { heading: string; person: MergePreview['kept'] }) {
  const words = [showDate(person.dob), person.email, showPhone(person.phone)].filter(Boolean).join(', ')
  return (
    <th scope="col">
      <span className={css.heading}>{heading}</span>
      <strong>{person.name || 'No name'}</strong>
      <span className={css.words}>{words || 'No other details'}</span>
    </th>
  )
}

interface ChoiceRowProps {
  choice: MergeChoice
  side: MergeSide
  onChoose(side: MergeSide): void
}

function ChoiceRow({ choice, side, onChoose }: ChoiceRowProps) {
  return (
    <tr>
      <th scope="row">{choice.label}</th>
      {(['kept', 'merged'] as const).map((one) => (
        <td key={one}>
          <label data-chosen={side === one || undefined}>
            <input
              type="radio"
              name={choice.field}
              checked={side === one}
              onChange={() => onChoose(one)}
              aria-label={`${choice.label}: ${choice[one] ?? 'nothing'}`}
            />
            {choice[one] ?? <span className={css.words}>-</span>}
          </label>
        </td>
      ))}
    </tr>
  )
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
