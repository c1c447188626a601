import { carriers, type KnownCarrier } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { useCloseQuestion } from '../ui/form/use-close-question.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './carriers.module.css'

interface Props {
  opened: boolean
  onClose(): void
}

/** Adds known carriers of the selected states in one step. */
export function KnownCarriersDialog({ opened, onClose }: Props) {
  const phone = usePhone()
  const { unsaved, close, question } = useCloseQuestion(opened, onClose)
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title="Add known carriers"
        size={640}
        fullScreen={phone}
        centered
        closeOnClickOutside={false}
      >
        {opened ? (
          <KnownCarriers
            onAdded={() => {
              unsaved.current = false
              onClose()
            }}
            onCancel={close}
            onChosen={(many) => {
              unsaved.current = many > 0
            }}
          />
        ) : null}
      </Dialog>
      {question}
    </>
  )
}

interface KnownCarriersProps {
  onAdded(): void
  onCancel(): void
  /** Called with the number of selected carriers. */
  onChosen(many: number): void
}

function KnownCarriers({ onAdded, onCancel, onChosen }: KnownCarriersProps) {
  const stateChoices = useStateChoices()
  const [states, setStates] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useQuery({ ...apiQuery(carriers.known, { states: states.join(',') }), staleTime: 0 })
  const add = useSend(carriers.addKnown, { refreshes: [carriers.list, carriers.known, lookups.carriers] })
  const wanted = typed.trim().toLowerCase()
  const shown = (data ?? []).filter(({ name, parent, code }) =>
    [name, parent, code].some((text) => text.toLowerCase().includes(wanted)),
  )
  const open = shown.filter(({ added }) => !added)
  // Skips carriers that the selected states no longer include.
  const picked = (data ?? []).filter(({ key, added }) => !added && chosen.has(key))
  const set = (keys: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) on ? next.add(key) : next.delete(key)
    setChosen(next)
    onChosen(next.size)
  }
  const submit = async () => {
    try {
      const { added, skipped } = await add.mutateAsync({ keys: picked.map(({ key }) => key), states: [...states] })
      toasts.success(
        [
          `${added.length} ${added.length === 1 ? 'carrier' : 'carriers'} added.`,
          ...skipped.map(({ name, why }) => `${name}: ${why}.`),
        ].join(' '),
      )
      onAdded()
    } catch (failure) {
      toasts.failure("Couldn't add the carriers", failure)
    }
  }
  return (
    <div className={css.known}>
      <div className={css.narrowing}>
        <ChoiceSelect
          label="States you sell in"
          placeholder="Type a state"
          size={phoneSize(usePhone())}
          source={{ choices: stateChoices.filter(({ value }) => !states.includes(value)) }}
          value=""
          onChange={(state) => state && setStates([...states, state])}
          data-autofocus
        />
        <TextInput
          label="Find a carrier"
          size={phoneSize(usePhone())}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {states.length > 0 ? (
        <ul className={css.states} aria-label="States chosen">
          {states.map((state) => (
            <li key={state}>
              <button
                type="button"
                className={css.state}
                aria-label={`Remove ${nameOf(stateChoices, state)}`}
                onClick={() => setStates(states.filter((other) => other !== state))}
              >
                {nameOf(stateChoices, state)} <span aria-hidden>×</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {error && !data ? (
        <FailedState
          title="Couldn't load the known carriers."
          why={failureMessage(error)}
          retry={() => void refetch()}
        />
      ) : data ? (
        <>
          <Checkbox
            className={css.all}
            label={`Select all ${open.length}`}
            disabled={open.length === 0}
            checked={open.length > 0 && open.every(({ key }) => chosen.has(key))}
            onChange={(event) =>
              set(
                open.map(({ key }) => key),
                event.currentTarget.checked,
              )
            }
          />
          {shown.length === 0 ? (
            <p className={css.nothing}>No known carrier matches. Add it by hand with Add carrier.</p>
          ) : (
            <ul className={css.list} aria-label="Known carriers">
              {shown.map((carrier) => (
                <li key={carrier.key}>
                  <Checkbox
                    label={carrier.name}
                    description={describe(carrier, states)}
                    disabled={carrier.added}
                    checked={carrier.added || chosen.has(carrier.key)}
                    onChange={(event) => set([carrier.key], event.currentTarget.checked)}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <div role="status" aria-label="Loading the known carriers">
          {[60, 45, 70, 50].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={16} />
          ))}
        </div>
      )}
      <div className={css.footer}>
        {data && picked.length === 0 ? <span className={css.waits}>Select the carriers to add.</span> : null}
        <Button size="md" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="md" disabled={picked.length === 0} loading={add.isPending} onClick={() => void submit()}>
          {picked.length === 0
            ? 'Add carriers'
            : `Add ${picked.length} ${picked.length === 1 ? 'carrier' : 'carriers'}`}
        </Button>
      </div>
    </div>
  )
}

const phoneSize = (phone: boolean): 'xl' | 'md' => (phone ? 'xl' : 'md')
const nameOf = (choices: readonly { value: string; label: string }[], state: string) =>
  choices.find(({ value }) => value === state)?.label ?? state

/** 'Centene · FL, GA, TX · HIOS 21663 FL' for the selected states. */
function describe({ parent, states, issuerIds, note, added }: KnownCarrier, chosen: readonly string[]): string {
  const inChosen = (state: string) => chosen.length === 0 || chosen.includes(state)
  const ids = issuerIds.filter(({ state }) => inChosen(state))
  const known =
    ids.length === 0
      ? 'no HIOS id known'
      : ids.length > 4
        ? `${ids.length} HIOS ids`
        : `HIOS ${ids.map(({ issuerId, state }) => `${issuerId} ${state}`).join(', ')}`
  return [added ? 'Added' : '', parent, states.join(', '), known, note].filter(Boolean).join(' · ')
}
