import { type CmsListState, cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { listSettings } from '@coverdesk/domain/cms-registration/list-fetch.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import css from './cms-lists.module.css'

const names: Readonly<Record<CmsFileKind, string>> = {
  registrations: 'Registration list',
  terminations: 'Termination list',
}
/** While a list is being fetched. */
const refetchMs = 2_000

/** CMS's lists: the file in use, how the nightly fetch goes, and what to do about it. */
export function CmsLists() {
  const { data } = useQuery({
    ...apiQuery(cmsRegistration.lists, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ fetch }) => fetch?.isFetching) ? refetchMs : false),
  })
  const isFetching = data?.some(({ fetch }) => fetch?.isFetching) ?? false
  // What the lists say about agents changes with a loaded list.
  useEffect(() => (isFetching ? () => void invalidate(cmsRegistration.list) : undefined), [isFetching])
  if (!data) return null
  return (
    <ul className={css.lists} aria-label="Lists of CMS">
      {data.map((list) => (
        <ListOf key={list.kind} {...list} />
      ))}
    </ul>
  )
}

function ListOf({ kind, inUse, fetch }: CmsListState) {
  const [isUndoing, setUndoing] = useState(false)
  const request = useSend(cmsRegistration.fetch, { refreshes: [cmsRegistration.lists] })
  const undo = useSend(
    kind === 'registrations' ? cmsRegistration.undoRegistrations : cmsRegistration.undoTerminations,
    { refreshes: [cmsRegistration.lists, cmsRegistration.list] },
  )
  const fetchNow = () => request.mutateAsync({ kind }).catch((error: unknown) => toasts.failure('', error))
  return (
    <li>
      <div className={css.head}>
        <strong>{names[kind]}</strong>
        <FetchPill fetch={fetch} />
        <span className={css.actions}>
          {fetch ? (
            <Button size="compact-sm" variant="default" disabled={fetch.isFetching} onClick={fetchNow}>
              Fetch Now
            </Button>
          ) : null}
          {inUse ? (
            <Button size="compact-sm" variant="default" onClick={() => setUndoing(true)}>
              Undo Load
            </Button>
          ) : null}
        </span>
      </div>
      <p>
        {inUse
          ? `In use: ${inUse.fileName}, ${showCount(inUse.rows)} ${inUse.rows === 1 ? 'row' : 'rows'}, loaded ${showInstant(inUse.loadedAt)} by ${inUse.loadedBy === 'nightly fetch' ? 'the nightly fetch' : inUse.loadedBy}.`
          : 'None is loaded. Sales are not checked against it.'}
      </p>
      <p>{fetchSentence(kind, fetch)}</p>
      <ConfirmDialog
        opened={isUndoing}
        title="Undo this load?"
        text={`${inUse?.fileName ?? 'The file'} is no longer used. The list before it is in use again, if there was one.`}
        yes="Undo Load"
        no="Keep"
        onYes={async () => {
          if (inUse) await undo.mutateAsync({ batchId: inUse.batchId })
          setUndoing(false)
          toasts.success('Load undone')
        }}
        onNo={() => setUndoing(false)}
      />
    </li>
  )
}

function FetchPill({ fetch }: Pick<CmsListState, 'fetch'>) {
  if (!fetch) return <StatusPill tone="grey">Loaded by hand</StatusPill>
  if (fetch.isFetching) return <StatusPill tone="blue">Fetching</StatusPill>
  if (fetch.outcome === 'failed') return <StatusPill tone="red">Not fetched</StatusPill>
  return <StatusPill tone="green">{fetch.outcome === 'unchanged' ? 'Unchanged' : 'Fetched'}</StatusPill>
}

function fetchSentence(kind: CmsFileKind, fetch: CmsListState['fetch']): string {
  if (!fetch) return `To fetch it each night, set ${listSettings[kind]} to its address.`
  const { address, triedAt, message, nextAt, outcome, succeededAt, isFetching } = fetch
  if (triedAt === null) return `The first fetch from ${address} is under way.`
  const next = isFetching ? '' : ` Next fetch ${showInstant(nextAt)}.`
  // The sentence about the file in use says the rest.
  if (outcome === 'loaded') return next.trim()
  const last = `Last fetch ${showInstant(triedAt)}: ${message}`
  const good = outcome === 'failed' && succeededAt ? ` The last one that worked: ${showInstant(succeededAt)}.` : ''
  return `${last}${good}${next}`
}
