import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Person } from '../testing/test-app.ts'

interface ToSet {
  action: BulkAction
  value: number | null
  ids: readonly number[]
  comment?: string
}

const kindOf = (action: BulkAction): BulkKind => {
  const kind = kindsInBulk.find((candidate) => action.startsWith(`${candidate}.`))
  if (kind) return kind
  throw new Error(`${action} is of no kind`)
}

/** Preview of a bulk change. */
export const previewOf = (person: Person, { action, value, ids }: ToSet) =>
  person.call(bulk[kindOf(action)].preview, { action, value, ids: [...ids] })

/** Applies a preview. */
export async function applyPreviewed(
  person: Person,
  { action, value, comment }: Omit<ToSet, 'ids'>,
  { data }: Awaited<ReturnType<typeof previewOf>>,
) {
  const records = data.map(({ id, mark }) => ({ id, mark }))
  return await person.call(bulk[kindOf(action)].apply, { action, value, records, ...(comment ? { comment } : {}) })
}

/** Requests the preview of a bulk change and applies it. */
export async function changeAll(person: Person, change: ToSet) {
  return await applyPreviewed(person, change, await previewOf(person, change))
}
