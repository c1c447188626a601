import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Connection } from '../platform/db/connection.ts'
import { withConnection } from '../platform/db/connection.ts'

const validHours = 24

/**
 * Creates a setup link's code of 192 bits if the installation has no users; null otherwise. Only the code's hash is
 * stored. Earlier links of other nodes stay valid until they expire or the first administrator exists.
 */
export async function makeSetupCode(url: string): Promise<string | null> {
  return await withConnection(url, 'setup link', async (connection) => {
    if (await hasUsers(connection)) return null
    const code = randomBytes(24).toString('base64url')
    await connection.query('delete from setup_links where expires_at < now()')
    await connection.query(
      'insert into setup_links (code_hash, expires_at) values ($1, now() + make_interval(hours => $2))',
      [hashOf(code), validHours],
    )
    return code
  })
}

/** Fails with `setup.link_invalid` unless the code is known, not expired, and there are no users. */
export async function checkSetupCode(connection: Connection, code: string): Promise<void> {
  const { rows } = await connection.query('select from setup_links where code_hash = $1 and expires_at > now()', [
    hashOf(code),
  ])
  if (rows.length === 0 || (await hasUsers(connection))) fail('setup.link_invalid')
}

async function hasUsers(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('select from users limit 1')
  return rows.length > 0
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
