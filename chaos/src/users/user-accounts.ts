import { claimAreas } from '@coverdesk/domain/access/rights.ts'
import { hashPassword } from '@coverdesk/server/src/platform/auth/password-hash.ts'
import type { Connection } from '@coverdesk/server/src/platform/db/connection.ts'

/** Password of all simulated users. */
export const password = 'Chaos-Kettle-41'

export const userName = (number: number): string => `chaos-${number}@agency.test`

/** Makes so many users with all rights of an office, and one hash for their password. */
export async function makeUsers(connection: Connection, count: number): Promise<void> {
  const claims = claimAreas.flatMap((area) => [`view.${area}`, `admin.${area}`])
  await connection.query(
    `insert into users (user_name, password_hash, roles, claims, has_full_agent_access)
     select 'chaos-' || n || '@agency.test', $2, '{agent,administrator}', $3::text[], true from generate_series(0, $1::int - 1) n`,
    [count, await hashPassword(password), claims],
  )
}
