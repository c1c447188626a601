import { type BulkChange, bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { bulkInWords } from './bulk-words.ts'

/** Undoes a bulk change with a toast; rejects with the server's refusal. `refreshes` are refetched. */
export function useUndoBulk(kind: BulkKind, refreshes: readonly Route[]) {
  const { undo, recent } = bulk[kind]
  const { mutateAsync } = useSend(undo, { refreshes: [...refreshes, recent] })
  return async (change: Pick<BulkChange, 'id' | 'action' | 'records' | 'to'>, skipChanged = false) => {
    const undone = await mutateAsync({ id: change.id, skipChanged })
    const left = undone.kept > 0 ? `; ${undone.kept} changed since stay as they are` : ''
    toasts.success(`Undone: ${bulkInWords(change)}${left}`)
  }
}
