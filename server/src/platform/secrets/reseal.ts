import type pg from 'pg'
import { type Connection, withConnection } from '../db/connection.ts'
import type { FieldSealer } from './sealed-field.ts'

/** Column of sealed values, found by its name suffix. */
interface SealedColumn {
  table: string
  key: string | null
  keyType: string
  column: string
  /** Matching column `…_search` with the keyed hash, if any. */
  search: string | null
}

const batch = 200

/**
 * Reseals every value of `…_sealed` columns that uses an earlier secret, and its `…_search` hash, in small batches while
 * the application runs (P-65). Safe to interrupt and rerun. Returns the number of values. Throws `SealBroken` for a value of
 * an unknown secret and rolls back that batch.
 */
export async function reseal(ownerUrl: string, sealer: FieldSealer): Promise<number> {
  return await withConnection(ownerUrl, 'reseal', async (client) => {
    let sealed = 0
    for (const column of await sealedColumns(client)) sealed += await resealColumn(client, sealer, column)
    return sealed
  })
}

/** `seal_check` comes last, so that a start without the earlier secret fails until everything is resealed. */
export async function sealedColumns(client: Connection): Promise<SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(`
    select c.relname as table, k.attname as key, format_type(k.atttypid, null) as "keyType", a.attname as column,
      (select h.attname from pg_attribute h where h.attrelid = c.oid and not h.attisdropped
        and h.atttypid = 'bytea'::regtype and h.attname = regexp_replace(a.attname, '_sealed$', '_search')) as search
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 1
    left join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname like '%\\_sealed' and a.atttypid = 'bytea'::regtype
    order by c.relname = 'seal_check', c.relname, a.attname`)
  return rows
}

async function resealColumn(
  client: Connection,
  sealer: FieldSealer,
  { table, key, keyType, column, search }: SealedColumn,
) {
  if (key === null) throw new Error(`${table} holds sealed values, so it needs a primary key of one column`)
  const [tableName, keyName, columnName] = [table, key, column].map((name) => client.escapeIdentifier(name))
  let sealed = 0
  let after: string | null = null
  while (true) {
    await client.query('begin')
    const { rows }: pg.QueryResult<{ key: unknown; row: string; value: Buffer }> = await client.query(
      `select ${keyName} as key, ${keyName}::text as row, ${columnName} as value from ${tableName}
      where ${columnName} is not null and ($1::${keyType} is null or ${keyName} > $1::${keyType}) order by ${keyName} limit ${batch} for update`,
      [after],
    )
    for (const { key, row, value } of rows) {
      if (sealer.isCurrent(value)) continue
      const place = { table, row, column }
      const text = sealer.open(place, value)
      await client.query(`update ${tableName} set ${columnName} = $1 where ${keyName} = $2`, [
        sealer.seal(place, text),
        key,
      ])
      if (search)
        await client.query(`update ${tableName} set ${client.escapeIdentifier(search)} = $1 where ${keyName} = $2`, [
          sealer.searchHash({ table, column }, text),
          key,
        ])
      sealed++
    }
    await client.query('commit')
    if (rows.length < batch) return sealed
    after = rows.at(-1)?.row ?? null
  }
}
