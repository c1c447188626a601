import { createHash } from 'node:crypto'
import type { bulk, MatchingPreview } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf, maxMatching } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import type { BulkDefinition, BulkRecord } from '../platform/lists/bulk-definition.ts'
import type { BulkList } from '../platform/lists/bulk-list.ts'
import { countList } from '../platform/lists/count-list.ts'
import { matchingIds } from '../platform/lists/matching-ids.ts'
import { type BulkDefinitions, definitionOf } from './bulk-definitions.ts'
import { nameToSet, outcomeOf, refuseRecords, setOfMany } from './change-many.ts'

type Contract = (typeof bulk)[BulkKind]
type BulkLists = ReadonlyMap<BulkKind, BulkList>

/** Numbers of records that a preview names. */
const shown = { changing: 20, refused: 5, values: 8 } as const

/** Preview of a bulk change of all visible records that match a filter. */
export const previewMatching =
  (definitions: BulkDefinitions, lists: BulkLists, kind: BulkKind): Handler<Contract['previewMatching']> =>
  (call, { action, value, filter }) =>
    inTransaction(call.db, async (db): Promise<MatchingPreview> => {
      const definition = definitionOf(definitions, action)
      const { matching, records } = await lockMatching(db, call, { kind, lists, definition, filter })
      const to = await nameToSet(db, call.user, definition, value)
      const rows = records.map((record) => ({
        id: record.id,
        name: record.name,
        from: record.valueName,
        ...outcomeOf(definition, call.user, record, value),
      }))
      const changing = rows.filter(({ outcome }) => outcome === 'changes')
      const refused = rows.filter(({ outcome }) => outcome === 'refused')
      const ids = changing.map(({ id }) => id)
      const warned = value !== null && ids.length > 0
      await refuseRecords(db, definition, { ids, value, today: todayIn(call.now) })
      return {
        matching,
        changing: changing.length,
        unchanged: rows.length - changing.length - refused.length,
        from: countBy(changing, ({ from }) => from)
          .slice(0, shown.values)
          .map(([from, count]) => ({ from, records: count })),
        refused: [
          ...countBy(refused, ({ why }) => why ?? '').map(([why, count]) => ({ why, records: count })),
          ...(matching > rows.length
            ? [{ why: 'This action does not apply to them', records: matching - rows.length }]
            : []),
        ],
        data: [...changing.slice(0, shown.changing), ...refused.slice(0, shown.refused)],
        to,
        warnings: warned ? ((await definition.warnings?.(db, ids, value, todayIn(call.now))) ?? []) : [],
        stamp: stampOf({ matching, records }),
      }
    })

/**
 * Sets one value on all visible records that match a filter. Those that cannot be changed stay as they are. Rejected if other
 * records match than in the preview, or if one of them has another value.
 */
export const changeMatching =
  (definitions: BulkDefinitions, lists: BulkLists, kind: BulkKind): Handler<Contract['applyMatching']> =>
  (call, { action, value, filter, stamp, comment = '' }) =>
    inTransaction(call.db, async (db) => {
      const definition = definitionOf(definitions, action)
      const found = await lockMatching(db, call, { kind, lists, definition, filter })
      if (stampOf(found) !== stamp) refuseChanged(kind, stamp, found.matching)
      const { records } = found
      const changing = records.filter((record) => outcomeOf(definition, call.user, record, value).outcome === 'changes')
      return await setOfMany(definitions)(db, call, { kind, action, value, comment }, changing)
    })

interface Matching {
  kind: BulkKind
  lists: BulkLists
  definition: BulkDefinition
  filter: Record<string, unknown>
}

/** Locks all visible records that match, in the order of the list. The action may not apply to all of them. */
async function lockMatching(
  db: Db,
  { user }: Pick<SignedInCall, 'user'>,
  { kind, lists, definition, filter }: Matching,
): Promise<{ matching: number; records: BulkRecord[] }> {
  const { list, request, visibility } = (lists.get(kind) ?? fail('server.error'))(filter, user)
  const ids = await matchingIds(db, list, request, visibility, maxMatching + 1)
  if (ids.length > maxMatching) refuseTooMany(kind, await countList(db, list, request, visibility))
  const locked = new Map((await definition.lock(db, user, ids)).map((record) => [record.id, record]))
  return { matching: ids.length, records: ids.flatMap((id) => locked.get(id) ?? []) }
}

function refuseTooMany(kind: BulkKind, total: number): never {
  const limit = maxMatching.toLocaleString('en-US')
  return fail('bulk.too_many', {
    message: `${countOf(kind, total)} match. Change at most ${limit} at once: narrow the filters.`,
  })
}

/** Says how many matched in the preview and how many match now, if the numbers differ. */
function refuseChanged(kind: BulkKind, stamp: string, now: number): never {
  const before = Number.parseInt(stamp, 10)
  const numbers = `${countOf(kind, before)} matched in the preview and ${now.toLocaleString('en-US')} match now.`
  return before === now || Number.isNaN(before)
    ? fail('bulk.matching_changed')
    : fail('bulk.matching_changed', { message: `${numbers} Nothing was changed. Check again.` })
}

/** Number of matching records, and a hash of the ids and values. Changes of other fields do not matter. */
export function stampOf({ matching, records }: { matching: number; records: readonly BulkRecord[] }): string {
  const hash = createHash('sha256')
  for (const { id, value } of records.toSorted((a, b) => a.id - b.id)) hash.update(`${id}:${value ?? ''} `)
  return `${matching}-${hash.digest('base64url')}`
}

/** Number of rows by a property, most frequent first. */
function countBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, number][] {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, same]): [Key, number] => [key, same.length])
    .sort(([, one], [, other]) => other - one)
}
