import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { type ContactPointer, contactPointers } from './contact-references.ts'

/** Keys of the rows that were moved, by 'table.column'. */
export type Moved = Readonly<Record<string, readonly number[]>>

const nameOf = ({ table, column }: ContactPointer) => `${table}.${column}`

function pointingAt({ column, only }: ContactPointer, id: number): RawBuilder<boolean> {
  const points = sql<boolean>`${sql.ref(column)} = ${id}`
  return only === undefined ? points : sql<boolean>`${points} and ${sql.raw(only)}`
}

/** Makes every row that names one contact name the other. */
export async function moveReferences(db: Db, from: number, to: number): Promise<Moved> {
  const moved: Record<string, number[]> = {}
  for (const pointer of contactPointers) {
    const { rows } = await sql<{ key: number }>`
      update ${sql.table(pointer.table)} set ${sql.ref(pointer.column)} = ${to}
      where ${pointingAt(pointer, from)} returning ${sql.ref(pointer.key)} as key`.execute(db)
    if (rows.length > 0) moved[nameOf(pointer)] = rows.map(({ key }) => key).sort((a, b) => a - b)
  }
  return moved
}

/** Which moved rows do not name `at` any more, in words. */
export async function movedOnSince(db: Db, moved: Moved, at: number): Promise<string[]> {
  const gone: string[] = []
  for (const pointer of contactPointers) {
    const keys = moved[nameOf(pointer)] ?? []
    if (keys.length === 0) continue
    const { rows } = await sql<{ still: number }>`
      select count(*)::int as still from ${sql.table(pointer.table)}
      where ${sql.ref(pointer.key)} = any(${keys}::bigint[]) and ${pointingAt(pointer, at)}`.execute(db)
    if (rows[0]?.still !== keys.length) gone.push(pointer.words[1])
  }
  return gone
}

/** Makes moved rows name the contact again that they were moved from. */
export async function moveBack(db: Db, moved: Moved, to: number): Promise<void> {
  for (const pointer of contactPointers) {
    const keys = moved[nameOf(pointer)] ?? []
    if (keys.length > 0)
      await sql`
        update ${sql.table(pointer.table)} set ${sql.ref(pointer.column)} = ${to}
        where ${sql.ref(pointer.key)} = any(${keys}::bigint[])`.execute(db)
  }
}

/** How many rows of each kind name a contact, in words: '2 notes'. */
export async function referencesTo(db: Db, id: number): Promise<string[]> {
  const counted: string[] = []
  for (const pointer of contactPointers) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(pointer.table)} where ${pointingAt(pointer, id)}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) counted.push(`${count} ${pointer.words[count === 1 ? 0 : 1]}`)
  }
  return counted
}
