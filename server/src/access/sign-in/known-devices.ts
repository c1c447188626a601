import { createHash, randomBytes } from 'node:crypto'
import { browserName } from '@coverdesk/domain/profile/browser-name.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'
import { accountOf } from '../accounts/account-name.ts'

const cookie = 'coverdesk_device'
export const deviceDays = 180
/** Limits for people who share one browser, and for browsers of one person; the newest are kept. */
const limits = { inCookie: 4, ofUser: 20 }

const hashOf = (device: string) => createHash('sha256').update(device).digest()

/** Device tokens in the browser's cookie: one random token for each person who signed in there. */
function readDeviceTokens({ cookies }: Call): string[] {
  return (cookies.read(cookie) ?? '')
    .split('.')
    .filter((name) => /^[\w-]{22}$/.test(name))
    .slice(0, limits.inCookie)
}

/** Whether the account's owner has signed in from this browser before. */
export async function isKnownDevice(call: Call, userName: string): Promise<boolean> {
  const hashes = readDeviceTokens(call).map(hashOf)
  if (hashes.length === 0) return false
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from known_devices d join users u on u.id = d.user_id
      where lower(u.user_name) = ${accountOf(userName)} and d.device_hash = any(${hashes}::bytea[])
        and d.last_seen_at > now() - make_interval(days => ${deviceDays})) as known`.execute(call.db)
  return rows[0]?.known ?? false
}

/**
 * Remembers the browser of a completed sign-in under a random token of 128 bits; only its hash is stored. A token is valid
 * only for the user it was created for, so a token of another user or one planted in the browser is never reused; a token
 * that another browser or system sends is replaced. Returns the hash of a new device, null for a known one.
 */
export async function rememberDevice(db: Db, call: Call, userId: number): Promise<Buffer | null> {
  const names = readDeviceTokens(call)
  const device = browserName(call.userAgent)
  const { rows } = await sql<{ device_hash: Buffer }>`
    update known_devices set last_seen_at = now(), device = ${device}
    where user_id = ${userId} and device_hash = any(${names.map(hashOf)}::bytea[])
      and coalesce(device, ${device}) = ${device} returning device_hash`.execute(db)
  const known = rows[0]?.device_hash
  const own = names.find((name) => known && hashOf(name).equals(known)) ?? randomBytes(16).toString('base64url')
  if (!known) await addDevice(db, userId, hashOf(own), device)
  const tokens = [own, ...names.filter((name) => name !== own)].slice(0, limits.inCookie)
  call.cookies.set(cookie, tokens.join('.'), { days: deviceDays, path: '/identity' })
  return known ? null : hashOf(own)
}

async function addDevice(db: Db, userId: number, hash: Buffer, device: string): Promise<void> {
  await sql`insert into known_devices (user_id, device_hash, device) values (${userId}, ${hash}, ${device})`.execute(db)
  await sql`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by last_seen_at desc offset ${limits.ofUser})`.execute(
    db,
  )
}

/** Deletes all known browsers of a user, as with every new password. */
export async function deleteKnownDevices(db: Db, userId: number): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(db)
}
