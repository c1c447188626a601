import { Failure } from '@coverdesk/domain/failure.ts'
import type { RecordChange, StatusChange, StatusEntry } from '@coverdesk/domain/history/history-contract.ts'
import type { NotedKindName } from '@coverdesk/domain/notes/noted-kinds.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { invalidate } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

/** Dialogs about one row of a list that people work on. */
export type WorkDialog = 'notes' | 'status' | 'history'

interface WorkedOn {
  id: number
  version: number
  status: string
}

type Query<Data> = UseQueryOptions<Data, Error, Data, QueryKey>

/** Queries of the statuses and the changes of a row. */
export interface WorkQueries {
  statuses(id: number): Query<StatusEntry[]>
  history(id: number): Query<RecordChange[]>
}

interface WorkDialogsProps<Row extends WorkedOn> extends Omit<WorkHistoryProps, 'id' | 'opened'> {
  kind: NotedKindName
  open: WorkDialog | undefined
  row: Row | undefined
  setStatus(change: StatusChange & { id: number; version: number }): Promise<unknown>
  /** Routes to refetch after another user's change. */
  refreshes: readonly Route[]
}

/** Notes, status and history of one row of a list that people work on. */
export function WorkDialogs<Row extends WorkedOn>(props: WorkDialogsProps<Row>) {
  const { kind, open, row, name, statuses, toneOf, setStatus, refreshes, onClose } = props
  const is = (dialog: WorkDialog) => open === dialog && row !== undefined
  return (
    <>
      <NotesDialog
        of={row && is('notes') ? { entityMetadataId: notedKinds[kind].id, entityId: row.id, name } : null}
        onClose={onClose}
      />
      <StatusDialog
        opened={is('status')}
        draftKey={row && `${kind}:${row.id}`}
        onClose={onClose}
        name={name}
        current={row?.status}
        tone={toneOf(row?.status ?? '')}
        statuses={statuses}
        onSubmit={async (input) => {
          if (!row) return
          await setStatus({ ...input, id: row.id, version: row.version }).catch((failure: unknown) => {
            // Reloads, so that the other user's change is visible before a retry.
            if (failure instanceof Failure && failure.status === 409) void invalidate(...refreshes)
            throw failure
          })
        }}
      />
      <WorkHistory {...props} id={row?.id ?? 0} opened={is('history')} />
    </>
  )
}

interface WorkHistoryProps {
  id: number
  opened: boolean
  name: string
  statuses: readonly Choice[]
  toneOf(status: string): Tone
  queries: WorkQueries
  onClose(): void
}

/** Status history of a row, with its assignments. */
export function WorkHistory({ id, opened, name, statuses, toneOf, queries, onClose }: WorkHistoryProps) {
  const past = useQuery({ ...queries.statuses(id), enabled: opened })
  const changes = useQuery({ ...queries.history(id), enabled: opened })
  const failure = past.failureReason ?? changes.failureReason
  const nameOf = (statusId: number) => statuses.find(({ value }) => value === String(statusId))?.label ?? ''
  const retry = () => void Promise.all([past.refetch(), changes.refetch()])
  const withoutStatus = changes.data?.filter((one) => one.changes.every(({ field }) => field !== 'Status'))
  return (
    <HistoryDialog
      opened={opened}
      onClose={onClose}
      name={name}
      ends
      emptyTitle="No status yet"
      toneOf={(statusId) => toneOf(nameOf(statusId))}
      history={past.data && withoutStatus ? { statuses: past.data, changes: withoutStatus } : undefined}
      failed={failure ? { why: failureMessage(failure), retry } : undefined}
    />
  )
}

/** The open row, and the last one while its dialog fades out. */
export function useLastRow<Row extends { id: number }>(rows: readonly Row[], id: number | undefined): Row | undefined {
  const last = useRef<Row>(undefined)
  const current = id === undefined ? undefined : rows.find((row) => row.id === id)
  if (current) last.current = current
  return last.current
}
