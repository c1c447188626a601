import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type ContactPointer, contactPointers } from './contact-references.ts'

/** Keys of the moved rows by 'table.column'. */
export type MovedKeys = Readonly<Record<string, readonly number[]>>

const nameOf = ({ table, column }: ContactPointer) => `${table}.${column}`

function pointsTo({ column, only }: ContactPointer, id: number): RawBuilder<boolean> {
  const points = sql<boolean>`${sql.ref(column)} = ${id}`
  return only === undefined ? points : sql<boolean>`${points} and ${sql.raw(only)}`
}

/** Updates all references from one contact to the other. */
export async function moveReferences(db: Db, from: number, to: number): Promise<MovedKeys> {
  const moved: Record<string, number[]> = {}
  for (const pointer of contactPointers) {
    const { rows } = await sql<{ key: number }>`
      update ${sql.table(pointer.table)} set ${sql.ref(pointer.column)} = ${to}
      where ${pointsTo(pointer, from)} returning ${sql.ref(pointer.key)} as key`.execute(db)
    if (rows.length > 0) moved[nameOf(pointer)] = rows.map(({ key }) => key).sort((a, b) => a - b)
  }
  return moved
}

/** Names of the references that no longer point to `at`. */
export async function changedSince(db: Db, moved: MovedKeys, at: number): Promise<string[]> {
  const deleted: string[] = []
  for (const pointer of contactPointers) {
    const keys = moved[nameOf(pointer)] ?? []
    if (keys.length === 0) continue
    const { rows } = await sql<{ still: number }>`
      select count(*)::int as still from ${sql.table(pointer.table)}
      where ${sql.ref(pointer.key)} = any(${keys}::bigint[]) and ${pointsTo(pointer, at)}`.execute(db)
    if (rows[0]?.still !== keys.length) deleted.push(pointer.words[1])
  }
  return deleted
}

/** Restores the references of an earlier move. */
export async function moveBack(db: Db, moved: MovedKeys, to: number): Promise<void> {
  for (const pointer of contactPointers) {
    const keys = moved[nameOf(pointer)] ?? []
    if (keys.length > 0)
      await sql`
        update ${sql.table(pointer.table)} set ${sql.ref(pointer.column)} = ${to}
        where ${sql.ref(pointer.key)} = any(${keys}::bigint[])`.execute(db)
  }
}

/** Number of references by kind, for display: '2 notes'. */
export async function referencesTo(db: Db, id: number): Promise<string[]> {
  const counted: string[] = []
  for (const pointer of contactPointers) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(pointer.table)} where ${pointsTo(pointer, id)}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) counted.push(`${count} ${pointer.words[count === 1 ? 0 : 1]}`)
  }
  return counted
}
