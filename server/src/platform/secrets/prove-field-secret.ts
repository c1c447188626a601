import { type Connection, withConnection } from '../db/connection.ts'
import { BootFailure } from '../runtime/boot-failure.ts'
import { type FieldSealer, SealBroken } from './sealed-field.ts'

const place = { table: 'seal_check', row: '1', column: 'check_sealed' }

/**
 * Throws a BootFailure when the database was sealed with an unknown secret (P-65), so that a wrong key fails the start
 * instead of the first read. The first start stores the check value.
 */
export async function proveFieldSecret(ownerUrl: string, sealer: FieldSealer): Promise<void> {
  await withConnection(ownerUrl, 'start', (connection) => prove(connection, sealer))
}

async function prove(connection: Connection, sealer: FieldSealer): Promise<void> {
  try {
    await connection.query('insert into seal_check (check_sealed) values ($1) on conflict do nothing', [
      sealer.seal(place, 'coverdesk'),
    ])
    const { rows } = await connection.query<{ check_sealed: Buffer }>('select check_sealed from seal_check')
    if (rows[0]) sealer.open(place, rows[0].check_sealed)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new BootFailure(
      'This database was sealed with another FIELD_SECRET. Set that one; or, to replace it, put it into FIELD_SECRET_OLD and run bin/coverdesk reseal.',
    )
  }
}
