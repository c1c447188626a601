import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Call } from '../platform/http/http-call.ts'
import { accountOf } from './account-name.ts'

const cookie = 'coverdesk_device'
export const deviceDays = 180
/** People who share one browser, and browsers of one person: the newest of them are kept. */
const most = { inCookie: 4, ofUser: 20 }

const hashOf = (device: string) => createHash('sha256').update(device).digest()

/** What the browser says it is: one random name for each person who signed in there. */
function devicesOf({ cookies }: Call): string[] {
  return (cookies.read(cookie) ?? '')
    .split('.')
    .filter((name) => /^[\w-]{22}$/.test(name))
    .slice(0, most.inCookie)
}

/** Whether the owner of the account signed in before in the browser that calls. */
export async function isKnownDevice(call: Call, userName: string): Promise<boolean> {
  const hashes = devicesOf(call).map(hashOf)
  if (hashes.length === 0) return false
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from known_devices d join users u on u.id = d.user_id
      where lower(u.user_name) = ${accountOf(userName)} and d.device_hash = any(${hashes}::bytea[])
        and d.last_seen_at > now() - make_interval(days => ${deviceDays})) as known`.execute(call.db)
  return rows[0]?.known ?? false
}

/**
 * Remembers the browser of a completed sign-in under a random name of 128 bits, of which only the hash is kept. A name
 * counts only for whom it was made: one that the browser already has for somebody else, or that somebody planted there,
 * is never taken over.
 */
export async function rememberDevice(db: Db, call: Call, userId: number): Promise<void> {
  const names = devicesOf(call)
  const { rows } = await sql<{ device_hash: Buffer }>`
    update known_devices set last_seen_at = now()
    where user_id = ${userId} and device_hash = any(${names.map(hashOf)}::bytea[]) returning device_hash`.execute(db)
  const known = rows[0]?.device_hash
  const own = names.find((name) => known && hashOf(name).equals(known)) ?? randomBytes(16).toString('base64url')
  if (!known) await addDevice(db, userId, hashOf(own))
  const kept = [own, ...names.filter((name) => name !== own)].slice(0, most.inCookie)
  call.cookies.set(cookie, kept.join('.'), { days: deviceDays, path: '/identity' })
}

async function addDevice(db: Db, userId: number, hash: Buffer): Promise<void> {
  await sql`insert into known_devices (user_id, device_hash) values (${userId}, ${hash})`.execute(db)
  await sql`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by last_seen_at desc offset ${most.ofUser})`.execute(
    db,
  )
}

/** Forgets all browsers of a person, as with every new password. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(db)
}
