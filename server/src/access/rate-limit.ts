import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { inPublicTransaction } from './public-transaction.ts'

/** Counts a public call per account or address and rejects it with 429 above the limit (P-04, P-81). */
export async function rateLimit(
  db: Db,
  {
    call,
    caller,
    limit,
    minutes,
  }: {
    call:
      | 'forgot'
      | 'register'
      | 'confirm'
      | 'email'
      | 'phone'
      | 'setup'
      | 'consent'
      | 'review'
      | 'plans'
      | 'directory'
      | 'opt-out'
      | 'invitation'
    caller: string
    limit: number
    minutes: number
  },
): Promise<void> {
  await inPublicTransaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(3, hashtext(${`${call} ${caller}`}))`.execute(db)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from at + make_interval(mins => ${minutes}) - now())::float8 as seconds from public_calls
      where call = ${call} and caller = ${caller} and at > now() - make_interval(mins => ${minutes})
      order by at desc offset ${limit - 1} limit 1`.execute(db)
    if (rows[0]) fail('request.too_many', { retryAfterSeconds: Math.ceil(rows[0].seconds) })
    await sql`insert into public_calls (call, caller) values (${call}, ${caller})`.execute(db)
  })
}
