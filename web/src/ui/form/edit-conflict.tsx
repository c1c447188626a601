import { Failure } from '@coverdesk/domain/failure.ts'
import { EditConflict, type RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { showInstant } from '../basics/instant.ts'
import { NoticeLine } from '../page/notice-line.tsx'
import css from './edit-conflict.module.css'
import { type Merged, mergeEditConflict } from './merge-edit-conflict.ts'
import { setField } from './set-field.ts'

/** Label of a form field, and how to format its value if it is not plain text. */
export type FieldLabels<Values> = {
  readonly [Name in keyof Values & string]: string | { label: string; show(value: Values[Name]): string }
}

interface EditConflictOptions<Values extends FieldValues> {
  /** What was changed, as a noun: 'customer'. */
  what: string
  /**
   * Refetches the record, so that the next save is based on it. With `merge` it returns the initial values of a new
   * form.
   */
  onReload(): Promise<unknown>
  /**
   * Merges the input into the newer record field by field; fields that both users changed are resolved side by side.
   * Without it the form starts over. `reload` returns form values of the current record, or nothing if it was deleted.
   */
  merge?: { reload(): Promise<Values | undefined>; fields: FieldLabels<Values> }
}

type State<Values> = 'no' | { since: readonly RecordChange[] } | { since: readonly RecordChange[]; theirs: Values }

/**
 * Edit-conflict handling of a dialog that saves a record (P-74). Await `notice` with the thrown error, report what it returns, render `shown`
 * inside the form, pass `round` to it, and call `forget` on close. After a 409 with details the record is refetched, so
 * that the next save is based on the newer version.
 */
export function useEditConflict<Values extends FieldValues>({ what, onReload, merge }: EditConflictOptions<Values>) {
  const [state, setState] = useState<State<Values>>('no')
  const [round, setRound] = useState(0)
  const again = () => setRound((before) => before + 1)
  /** Loads the newer record under the form, or shows the plain notice if it cannot be loaded. Returns whether it could. */
  const load = async (since: readonly RecordChange[]) => {
    setState({ since })
    const theirs = await merge?.reload().catch(() => undefined)
    if (theirs) setState({ since, theirs })
    return theirs !== undefined
  }
  const reload = async () => {
    await onReload()
    setState('no')
    again()
  }
  const shown = () => {
    if (state === 'no') return null
    if (merge && 'theirs' in state) return <MergeNotice what={what} state={state} fields={merge.fields} />
    return <ReloadNotice what={what} onReload={reload} />
  }
  return {
    round,
    again,
    /**
     * Handles the error if it is an edit conflict; resolves when the next save would be based on the newer record, with
     * the error to report and to throw: its advice is that of the notice.
     */
    notice: async (failure: unknown): Promise<unknown> => {
      if (!isEditConflict(failure)) {
        setState('no')
        return failure
      }
      const since = changesOf(failure)
      if (since && merge) return (await load(since)) ? merging(failure) : failure
      setState({ since: [] })
      return failure
    },
    forget: () => setState('no'),
    shown: shown(),
  }
}

function isEditConflict(failure: unknown): failure is Failure {
  return failure instanceof Failure && failure.code === 'record.changed'
}

/** The same failure, with what to do in a form that already has the changes of the other user. */
const merging = (failure: Failure) =>
  new Failure(failure.code, {
    status: failure.status,
    message: 'Someone else changed this record. Check it and save again.',
    details: failure.details,
    cause: failure,
  })

const changesOf = ({ details }: Failure) => EditConflict.safeParse(details).data?.since

/** Changes that others made in the meantime if they made the save fail; undefined if it failed for another reason. */
export function conflictingChanges(failure: unknown): readonly RecordChange[] | undefined {
  return isEditConflict(failure) ? (changesOf(failure) ?? []) : undefined
}

/** Who changed what since the record was opened, one line per change. */
export function ChangeList({ what, since }: { what: string; since: readonly RecordChange[] }) {
  return since.map((change) => (
    <span key={change.version} className={css.news}>
      <strong>{change.by}</strong> changed this {what} on {showInstant(change.at)}
      {change.changes.length > 0 ? `: ${change.changes.map(inWords).join('; ')}` : ''}.
    </span>
  ))
}

/** Notice that someone else saved this record since the form was opened, with the way to continue. */
function ReloadNotice({ what, onReload }: { what: string; onReload(): Promise<void> }) {
  return (
    <div className={css.conflict}>
      <NoticeLine
        tone="red"
        action={
          <Button size="xs" onClick={() => void onReload()}>
            Reload
          </Button>
        }
      >
        Someone else changed this {what} since you opened it. Reload and try again; your changes here will be lost.
      </NoticeLine>
    </div>
  )
}

interface BothProps<Values> {
  what: string
  state: { since: readonly RecordChange[]; theirs: Values }
  fields: FieldLabels<Values>
}

/** Who changed what, and both versions of each field that both users changed. */
function MergeNotice<Values extends FieldValues>({ what, state, fields }: BothProps<Values>) {
  const form = useFormContext<Values>()
  const [merged, setMerged] = useState<{ of: Values; typed: Merged<Values> }>()
  const { since, theirs } = state
  const appliedTo = useRef<Values>(undefined)
  useEffect(() => {
    // Once per newer record, even if React reruns effects.
    if (appliedTo.current === theirs) return
    appliedTo.current = theirs
    // A copy, because the form's controls own the original.
    const before: Values = structuredClone({ ...theirs, ...form.formState.defaultValues })
    const typed = mergeEditConflict(before, form.getValues(), theirs)
    form.reset(theirs)
    for (const name of typed.mine) setField(form.setValue, name, typed.values[name])
    setMerged({ of: theirs, typed })
  }, [form, theirs])
  if (merged?.of !== theirs) return null
  const { conflicts, mine, values } = merged.typed
  return (
    <section className={css.conflict} role="alert" aria-label="Changed by someone else">
      <NoticeLine tone={conflicts.length > 0 ? 'red' : 'amber'}>
        <ChangeList what={what} since={since} />
        <span className={css.news}>{nextStep(conflicts.length, mine.length)}</span>
      </NoticeLine>
      {conflicts.map((name) => (
        <Choice
          key={`${name} ${since.at(-1)?.version}`}
          label={labelOf(fields, name)}
          theirs={shownValue(fields, name, theirs[name])}
          mine={shownValue(fields, name, values[name])}
          onChoose={(which) => setField(form.setValue, name, which === 'theirs' ? theirs[name] : values[name])}
        />
      ))}
    </section>
  )
}

function nextStep(collided: number, mine: number): string {
  if (collided > 0) return 'You both changed these fields. Choose a version of each, then save again.'
  return mine > 0 ? 'Your changes are still in the form. Save again.' : 'Your changes are already saved.'
}

function inWords({ field, old, new: now }: RecordChange['changes'][number]): string {
  return `${field} ${old ?? '-'} → ${now ?? '-'}`
}

function Choice(props: { label: string; theirs: string; mine: string; onChoose(which: 'theirs' | 'mine'): void }) {
  const [which, setWhich] = useState<'theirs' | 'mine'>('mine')
  const sides = [
    { side: 'theirs', words: 'Take theirs', value: props.theirs },
    { side: 'mine', words: 'Keep mine', value: props.mine },
  ] as const
  return (
    <fieldset className={css.choice}>
      <legend>{props.label}</legend>
      {sides.map(({ side, words, value }) => (
        <label key={side} className={css.side}>
          <input
            type="radio"
            checked={which === side}
            onChange={() => {
              setWhich(side)
              props.onChoose(side)
            }}
          />
          <span>
            <span className={css.words}>{words}</span>
            <span className={css.value}>{value || '-'}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function labelOf<Values>(fields: FieldLabels<Values>, name: keyof Values & string): string {
  const words: string | { label: string } = fields[name]
  return typeof words === 'string' ? words : words.label
}

function shownValue<Values>(
  fields: FieldLabels<Values>,
  name: keyof Values & string,
  value: Values[keyof Values & string],
): string {
  const words = fields[name]
  if (typeof words === 'object') return words.show(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
