import { fail } from '@coverdesk/domain/fail.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { lists } from '@coverdesk/domain/lookups/list-contract.ts'
import { type ListKey, maintainedLists } from '@coverdesk/domain/lookups/maintained-lists.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { announceToAll } from '../platform/realtime/live-events.ts'
import { valuesOf } from './list-queries.ts'

interface StoredValue {
  recordId: number
  version: number
  name: string
  active: boolean
  fixed: boolean
}

/** Adds a value to the end of a list. */
export const addListValue: Handler<typeof lists.add> = (call, { list, name }) =>
  inTransaction(call.db, async (db) => {
    await lockList(db, list)
    const { list: key } = maintainedLists[list]
    await refuseTakenName(db, key, name, null)
    const { rows } = await sql<{ id: number; recordId: number }>`
      insert into lookup_values (list, id, name, position, fixed)
      select ${key}, coalesce(max(id), 0) + 1, ${name}, coalesce(max(position), 0) + 1, false from lookup_values where list = ${key}
      returning id, record_id as "recordId"`.execute(db)
    const { id, recordId } = rows[0] ?? fail('server.error')
    await record(db, call, list, { id, recordId, version: 1, action: 'Created', name }, [
      { field: 'Name', old: null, new: name },
    ])
    return await valuesOf(db, list)
  })

/** Renames, activates or deactivates a value; fails with `record.changed` after a concurrent change (P-74). */
export const editListValue: Handler<typeof lists.edit> = (call, { list, id, version, name, active }) =>
  inTransaction(call.db, async (db) => {
    await lockList(db, list)
    const before = await findValue(db, list, id)
    if (before.version !== version) await refuseEditConflict(db, 'list-value', before.recordId, version)
    refuseFixed(before)
    const { list: key } = maintainedLists[list]
    await refuseTakenName(db, key, name, id)
    const changes = fieldChanges(
      { name: 'Name', active: 'Offered in choices' },
      { name: before.name, active: before.active },
      { name, active },
    )
    if (changes.length > 0) {
      await sql`
        update lookup_values set name = ${name}, active = ${active}, version = version + 1
        where list = ${key} and id = ${id}`.execute(db)
      await record(db, call, list, { ...before, id, version: version + 1, action: 'Changed', name }, changes)
    }
    return await valuesOf(db, list)
  })

/** Changes the order of a list. */
export const orderList: Handler<typeof lists.order> = (call, { list, ids }) =>
  inTransaction(call.db, async (db) => {
    await lockList(db, list)
    const { values } = await valuesOf(db, list)
    const idSet = new Set(ids)
    if (idSet.size !== ids.length || values.length !== ids.length || values.some(({ id }) => !idSet.has(id)))
      fail('record.changed', { message: 'The list was changed since you opened it. Reload it and try again.' })
    await sql`
      update lookup_values v set position = o.position
      from unnest(${ids}::int[]) with ordinality o(id, position)
      where v.list = ${maintainedLists[list].list} and v.id = o.id`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'list',
      entityId: list,
      outcome: 'done',
      facts: { list: maintainedLists[list].title, change: 'Order' },
    })
    await announceToAll(db, realtime.choicesChanged, { choices: 'lists' })
    return await valuesOf(db, list)
  })

/** Merges one value into another: updates its records with history entries, and deletes it. */
export const mergeListValues: Handler<typeof lists.merge> = (call, { list, id, otherId, version, otherVersion }) =>
  inTransaction(call.db, async (db) => {
    await lockList(db, list)
    if (!maintainedLists[list].merges)
      fail('list.fixed', {
        message: `Values of ${maintainedLists[list].title} can't be merged: histories name them. Deactivate one instead.`,
      })
    if (id === otherId) fail('request.invalid', { message: 'Choose another value to merge' })
    const value = await findValue(db, list, id)
    const merged = await findValue(db, list, otherId)
    if (value.version !== version) await refuseEditConflict(db, 'list-value', value.recordId, version)
    if (merged.version !== otherVersion) await refuseEditConflict(db, 'list-value', merged.recordId, otherVersion)
    refuseFixed(merged)
    const moved = await moveValue(db, list, {
      from: otherId,
      to: id,
      names: [merged.name, value.name],
      by: call.user.id,
    })
    const { list: key } = maintainedLists[list]
    await sql`delete from lookup_values where list = ${key} and id = ${otherId}`.execute(db)
    await sql`update lookup_values set version = version + 1 where list = ${key} and id = ${id}`.execute(db)
    await record(
      db,
      call,
      list,
      { ...value, id, version: version + 1, action: 'Merged' },
      [{ field: 'Merged value', old: null, new: merged.name }],
      { merged: merged.name, moved },
    )
    return await valuesOf(db, list)
  })

/** Tables with values of the lists that support merging. */
const holders = {
  locations: { table: 'agents', column: 'location_id', entity: 'agent', field: 'Location' },
  sources: { table: 'offline_applications', column: 'source_id', entity: 'offline-application', field: 'Source' },
} as const

interface Move {
  from: number
  to: number
  names: readonly [was: string, became: string]
  by: number
}

async function moveValue(db: Db, list: ListKey, { from, to, names: [was, became], by }: Move): Promise<number> {
  const holder = list === 'locations' || list === 'sources' ? holders[list] : fail('list.fixed')
  const change = JSON.stringify([{ field: holder.field, old: was, new: became }])
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      update ${sql.table(holder.table)} set ${sql.ref(holder.column)} = ${to}, version = version + 1
      where ${sql.ref(holder.column)} = ${from} returning id, version),
    noted as (
      insert into record_changes (entity, record_id, version, action, by_user, changes)
      select ${holder.entity}, id, version, ${`${holder.field} merged`}, ${by}, ${change}::jsonb from moved returning 1)
    select count(*)::int as moved from noted`.execute(db)
  return rows[0]?.moved ?? 0
}

/** Locks a list until the transaction ends; fails if the list is fixed. */
async function lockList(db: Db, list: ListKey): Promise<void> {
  const { grows, title } = maintainedLists[list]
  if (!grows) fail('list.fixed', { message: `${title} are fixed by the product and can't be changed` })
  await sql`select pg_advisory_xact_lock(hashtext(${`list ${list}`}), 0)`.execute(db)
}

async function findValue(db: Db, list: ListKey, id: number): Promise<StoredValue> {
  const { rows } = await sql<StoredValue>`
    select record_id as "recordId", version, name, active, fixed from lookup_values
    where list = ${maintainedLists[list].list} and id = ${id}::bigint`.execute(db)
  return rows[0] ?? fail('list.value_not_found')
}

function refuseFixed({ fixed, name }: StoredValue): void {
  if (fixed) fail('list.fixed', { message: `'${name}' is fixed by the product and can't be changed` })
}

async function refuseTakenName(db: Db, list: string, name: string, except: number | null): Promise<void> {
  const { rows } = await sql<{ name: string; active: boolean }>`
    select name, active from lookup_values
    where list = ${list} and lower(name) = lower(${name}) and id is distinct from ${except}::bigint`.execute(db)
  const [other] = rows
  if (!other) return
  const message = other.active
    ? `'${other.name}' is in this list already`
    : `'${other.name}' is in this list already, but inactive. Activate it instead.`
  fail('list.name_taken', { message, details: [{ path: 'name', message }] })
}

async function record(
  db: Db,
  call: SignedInCall,
  list: ListKey,
  value: { id: number; recordId: number; version: number; action: string; name: string },
  changes: readonly FieldChange[],
  facts: Record<string, string | number> = {},
): Promise<void> {
  const { recordId, version, action, name } = value
  await keepChange(db, { entity: 'list-value', id: recordId, version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: action === 'Created' ? 'create' : 'update',
    entity: 'list-value',
    entityId: recordId,
    outcome: 'done',
    facts: { list: maintainedLists[list].title, value: name, change: action, ...facts },
  })
  await announceToAll(db, realtime.choicesChanged, { choices: 'lists' })
}
