import { fail } from '@coverdesk/domain/fail.ts'
import type { ListValue, ValueList } from '@coverdesk/domain/lookups/list-contract.ts'
import { type ListKey, listKeys, maintainedLists } from '@coverdesk/domain/lookups/maintained-lists.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** All lists with their values in order. */
export async function allLists(db: Db): Promise<ValueList[]> {
  return await Promise.all(listKeys.map((list) => valuesOf(db, list)))
}

/** One list with its values in order. */
export async function valuesOf(db: Db, list: ListKey): Promise<ValueList> {
  const { list: key } = maintainedLists[list]
  const { rows } = await sql<ListValue>`
    select id, version, name, active, fixed, uses_of_lookup(list, id)::int as uses
    from lookup_values where list = ${key} order by position, id`.execute(db)
  return { list, values: rows }
}

/** One value of a list; fails as missing if it does not exist. */
export async function findListValue(db: Db, list: ListKey, id: number): Promise<ListValue> {
  const { values } = await valuesOf(db, list)
  return values.find((value) => value.id === id) ?? fail('list.value_not_found')
}
