import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { accountOf, callerOf } from '../accounts/account-name.ts'
import { inPublicTransaction } from '../public-transaction.ts'

/**
 * Failures allowed (A-036, P-04; docs/decisions/008-sign-in.md): in 15 minutes per account and per address, which an office
 * shares; and consecutively per account. Of the hundred that NIST SP 800-63B-4 allows, strangers can use up 90 and the
 * owner's known browsers keep ten.
 */
const limits = { account: 10, address: 100, minutes: 15, strangersInARow: 90, inARow: 100 }

/**
 * Rejects an attempt after too many failures; otherwise counts it as a failure in advance and returns its id, so that
 * concurrent attempts cannot exceed the limit. A successful attempt is uncounted afterwards.
 */
export async function countAttempt(db: Db, userName: string, address: string, knownDevice: boolean): Promise<number> {
  return await inPublicTransaction(db, async (db) => {
    await sql`
      select pg_advisory_xact_lock(1, hashtext(${accountOf(userName)})),
        pg_advisory_xact_lock(2, hashtext(${callerOf(address)}))`.execute(db)
    await throwIfThrottled(db, userName, address, knownDevice)
    return await recordFailure(db, userName, address, knownDevice)
  })
}

/**
 * Rejects with 429 and a Retry-After time if the account or the address has failed too often; counts nothing.
 * `knownDevice`: the account's owner has signed in from this browser before; its failures are counted separately.
 */
export async function throwIfThrottled(db: Db, userName: string, address: string, knownDevice = false): Promise<void> {
  const account = accountOf(userName)
  const window = sql`make_interval(mins => ${limits.minutes})`
  const { rows } = await sql<{ inARow: number; account: number | null; address: number | null }>`
    select
      coalesce((select failures from sign_in_streaks where account = ${account}), 0) as "inARow",
      (select extract(epoch from at + ${window} - now())::float8 from sign_in_failures
        where account = ${account} and known_device = ${knownDevice} and at > now() - ${window}
        order by at desc offset ${limits.account - 1} limit 1) as account,
      (select extract(epoch from at + ${window} - now())::float8 from sign_in_failures
        where address = ${callerOf(address)} and at > now() - ${window}
        order by at desc offset ${limits.address - 1} limit 1) as address`.execute(db)
  const found = rows[0]
  if (!found) return
  if (found.inARow >= (knownDevice ? limits.inARow : limits.strangersInARow))
    fail('sign_in.throttled', {
      message: 'Too many failed logins. Set a new password with Forgot Password, or log in where you logged in before',
      retryAfterSeconds: limits.minutes * 60,
    })
  const seconds = Math.max(found.account ?? 0, knownDevice ? 0 : (found.address ?? 0))
  if (seconds > 0) fail('sign_in.throttled', { retryAfterSeconds: Math.ceil(seconds) })
}

/** Counts a failed password or second factor for the account and the address; returns its id. */
export async function recordFailure(db: Db, userName: string, address: string, knownDevice = false): Promise<number> {
  const account = accountOf(userName)
  const { rows } = await sql<{ id: number }>`
    with streak as (
      insert into sign_in_streaks (account, failures) values (${account}, 1)
      on conflict (account) do update set failures = sign_in_streaks.failures + 1, last_at = now())
    insert into sign_in_failures (account, address, known_device)
    values (${account}, ${callerOf(address)}, ${knownDevice}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Removes the failure that `countAttempt` counted in advance, because the password was right. */
export async function uncountAttempt(db: Db, id: number): Promise<void> {
  await sql`
    with forgiven as (delete from sign_in_failures where id = ${id} returning account)
    update sign_in_streaks s set failures = greatest(0, s.failures - 1) from forgiven where s.account = forgiven.account`.execute(
    db,
  )
}

/**
 * Resets the account's failures after a complete sign-in or a new password. The address's failures stay counted, so that
 * signing in to one's own account does not allow more guesses at others.
 */
export async function clearFailures(db: Db, userId: number): Promise<void> {
  await sql`
    with person as (select lower(user_name) as account from users where id = ${userId}),
      forgotten as (delete from sign_in_streaks s using person where s.account = person.account)
    update sign_in_failures f set account = '' from person where f.account = person.account`.execute(db)
}
