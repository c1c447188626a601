import { type CarrierRow, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import '../ui/overlay/overlay-styles.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './carriers.module.css'

interface Props {
  /** The carrier to keep; undefined when closed. */
  kept: CarrierRow | undefined
  onClose(): void
}

/** Merges another carrier into this one, with a preview of what moves and what prevents it. */
export function MergeCarriersDialog({ kept, onClose }: Props) {
  const phone = usePhone()
  const [shown, setShown] = useState(kept)
  if (kept && kept !== shown) setShown(kept)
  return (
    <Dialog
      opened={kept !== undefined}
      onClose={onClose}
      title={`Merge into ${shown?.name ?? ''}`}
      size={560}
      fullScreen={phone}
      centered
    >
      {kept ? <Merge key={kept.id} kept={kept} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Merge({ kept, onClose }: { kept: CarrierRow; onClose(): void }) {
  const size = usePhone() ? 'xl' : 'md'
  const [otherId, setOtherId] = useState('')
  const all = useQuery({ ...apiQuery(carriers.list, { pageSize: 500 }), staleTime: 0 })
  const preview = useQuery({
    ...apiQuery(carriers.previewMerge, { id: kept.id, otherId: Number(otherId) }),
    enabled: otherId !== '',
    staleTime: 0,
  })
  const merge = useSend(carriers.merge, { refreshes: [carriers.list, carriers.known, lookups.carriers] })
  const choices = (all.data?.data ?? [])
    .filter(({ id }) => id !== kept.id)
    .map(({ id, name, active }) => ({ value: String(id), label: active ? name : `${name} (not used)` }))
  const found = preview.data
  const submit = async () => {
    if (!found) return
    try {
      const { kept, merged } = found
      await merge.mutateAsync({ id: kept.id, otherId: merged.id, version: kept.version, otherVersion: merged.version })
      toasts.success(`${merged.name} is merged into ${kept.name}`)
      onClose()
    } catch (failure) {
      toasts.failure("Couldn't merge the carriers", failure)
      void preview.refetch()
    }
  }
  return (
    <div className={css.merge}>
      <ChoiceSelect
        label="Duplicate carrier"
        placeholder="Type a name"
        size={size}
        source={{ choices }}
        value={otherId}
        onChange={setOtherId}
        data-autofocus
      />
      {preview.error && !found ? (
        <FailedState
          title="Couldn't load the merge preview."
          why={failureMessage(preview.error)}
          retry={() => void preview.refetch()}
        />
      ) : found ? (
        <>
          <section>
            <h3>Moves to {found.kept.name}</h3>
            <p>{found.moves.length === 0 ? 'No records.' : `${found.moves.join(', ')}.`}</p>
          </section>
          <section>
            <h3>Files are recognized by</h3>
            <p>{found.names.join(', ')}.</p>
          </section>
          {found.conflicts.map(({ message, examples, count }) => (
            <div key={message}>
              <NoticeLine tone="red">{message}</NoticeLine>
              <ul className={css.examples}>
                {examples.map((example) => (
                  <li key={example}>{example}</li>
                ))}
                {count > examples.length ? <li>and {(count - examples.length).toLocaleString('en-US')} more</li> : null}
              </ul>
            </div>
          ))}
          {found.notes.map((note) => (
            <NoticeLine key={note} tone="blue">
              {note}
            </NoticeLine>
          ))}
          <NoticeLine tone="amber">{found.merged.name} is deleted. This can’t be undone.</NoticeLine>
        </>
      ) : null}
      <div className={css.footer}>
        {otherId === '' ? <span className={css.waits}>Choose the duplicate carrier.</span> : null}
        <Button size="md" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="md"
          disabled={!found || found.conflicts.length > 0}
          loading={merge.isPending}
          onClick={() => void submit()}
        >
          {found ? `Merge ${found.merged.name} into ${found.kept.name}` : 'Merge'}
        </Button>
      </div>
    </div>
  )
}
