import { type BulkChange, bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './bulk.module.css'
import { bulkInWords } from './bulk-words.ts'
import { useUndoBulk } from './use-undo-bulk.ts'

interface RecentBulkProps {
  opened: boolean
  onClose(): void
  kind: BulkKind
  refreshes: readonly Route[]
}

/** Recent bulk changes, newest first, each with undo. */
export function RecentBulk({ opened, onClose, kind, refreshes }: RecentBulkProps) {
  const phone = usePhone()
  const [conflict, setConflict] = useState<{ change: BulkChange; why: string }>()
  const undo = useUndoBulk(kind, refreshes)
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(bulk[kind].recent, {}),
    enabled: opened,
    staleTime: 0,
  })
  const takeBack = (change: BulkChange) =>
    undo(change).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'bulk.changed_since') setConflict({ change, why: error.message })
      else toasts.failure("Couldn't undo.", error)
    })
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title="Recent bulk changes" size={560} fullScreen={phone} centered>
        {data ? (
          <Changes changes={data} onUndo={(change) => void takeBack(change)} />
        ) : failureReason ? (
          <FailedState
            title="Couldn't load the changes."
            why={failureMessage(failureReason)}
            retry={() => void refetch()}
          />
        ) : (
          <SkeletonBar width="70%" height={16} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={opened && conflict !== undefined}
        title="Some changed since"
        text={`${conflict?.why ?? ''}. Undo the others and leave these as they are?`}
        yes="Undo the others"
        no="Keep all"
        onNo={() => setConflict(undefined)}
        onYes={async () => {
          if (conflict) await undo(conflict.change, true)
          setConflict(undefined)
        }}
      />
    </>
  )
}

function Changes({ changes, onUndo }: { changes: readonly BulkChange[]; onUndo(change: BulkChange): void }) {
  if (changes.length === 0)
    return <EmptyState title="No changes yet" why="Bulk changes appear here. You can undo them." />
  return (
    <ul className={css.changes} aria-label="Recent bulk changes">
      {changes.map((change) => (
        <li key={change.id}>
          <span className={css.what}>
            <span>{bulkInWords(change)}</span>
            <span className={css.who}>
              {change.by}, {showInstant(change.appliedAt)}
              {change.undoneAt === null
                ? ''
                : `; undone by ${change.undoneBy ?? 'a former user'}, ${showInstant(change.undoneAt)}`}
            </span>
          </span>
          {change.undoneAt === null ? (
            <Button size="sm" onClick={() => onUndo(change)} aria-label={`Undo: ${bulkInWords(change)}`}>
              Undo
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
