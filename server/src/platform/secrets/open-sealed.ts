import { withConnection } from '../db/connection.ts'
import { sealedColumns } from './reseal.ts'
import type { FieldSealer } from './sealed-field.ts'

/** Opens every sealed value of a database and returns their number. Throws `SealBroken` for one that does not open. */
export async function openSealed(ownerUrl: string, sealer: FieldSealer): Promise<number> {
  return await withConnection(ownerUrl, 'open-sealed', async (client) => {
    let opened = 0
    for (const { table, key, column } of await sealedColumns(client)) {
      if (key === null) throw new Error(`${table} holds sealed values, so it needs a primary key of one column`)
      const [tableName, keyName, columnName] = [table, key, column].map((name) => client.escapeIdentifier(name))
      await client.query('begin')
      await client.query(
        `declare sealed cursor for select ${keyName}::text as row, ${columnName} as value from ${tableName} where ${columnName} is not null`,
      )
      for (;;) {
        const { rows } = await client.query<{ row: string; value: Buffer }>('fetch 500 from sealed')
        for (const { row, value } of rows) sealer.open({ table, row, column }, value)
        opened += rows.length
        if (rows.length === 0) break
      }
      await client.query('commit')
    }
    return opened
  })
}
