import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { codeHash, codeHashes, newRecoveryCodes, readTyped } from './factor-codes.ts'
import { newAppSecret, stepOfCode } from './time-codes.ts'

/** How long an offered secret waits for its first code. */
const offerMinutes = 30

const placeOf = (table: 'user_authenticators' | 'user_authenticator_offers', userId: number) => ({
  table,
  row: String(userId),
  column: 'secret_sealed',
})

/**
 * Secret of an app during setup: the one that this session was offered, as long as it is open, since a reload must not
 * invalidate what the phone has scanned; else a new one, which replaces an earlier offer. No other session sees it.
 */
export async function offerApp(db: Db, services: Services, userId: number, sessionId: string): Promise<string> {
  const offered = await findOffer(db, services, userId)
  if (offered?.sessionId === sessionId) return offered.secret
  const secret = newAppSecret()
  await sql`
    insert into user_authenticator_offers (user_id, session_id, secret_sealed)
    values (${userId}, ${sessionId}, ${services.sealer.seal(placeOf('user_authenticator_offers', userId), secret)})
    on conflict (user_id) do update
      set session_id = excluded.session_id, secret_sealed = excluded.secret_sealed, offered_at = now()`.execute(db)
  return secret
}

/** Open offer of a user with the database's time; locked until the end of the transaction, if there is one. */
async function findOffer(
  db: Db,
  { sealer }: Services,
  userId: number,
): Promise<{ secret: string; sessionId: string | null; at: number } | undefined> {
  const { rows } = await sql<{ sealed: Buffer; sessionId: string | null; at: number }>`
    select secret_sealed as sealed, session_id as "sessionId", extract(epoch from now())::float8 as at
    from user_authenticator_offers
    where user_id = ${userId} and offered_at > now() - make_interval(mins => ${offerMinutes}) for update`.execute(db)
  const [offer] = rows
  return offer && { ...offer, secret: sealer.open(placeOf('user_authenticator_offers', userId), offer.sealed) }
}

/**
 * Replaces the app in use by the offered one if `typed` is one of its codes, and consumes the code's time step. Of two
 * concurrent calls one finds no offer. Must run in a transaction.
 */
export async function takeOfferedApp(
  db: Db,
  services: Services,
  userId: number,
  typed: string,
): Promise<'taken' | 'wrong' | 'no offer'> {
  const offer = await findOffer(db, services, userId)
  if (!offer) return 'no offer'
  const { secret, at } = offer
  const code = readTyped(typed)
  const step = code?.kind === 'digits' ? stepOfCode(secret, code.code, at) : null
  if (step === null) return 'wrong'
  await sql`
    insert into user_authenticators (user_id, secret_sealed, confirmed_at, last_step)
    values (${userId}, ${services.sealer.seal(placeOf('user_authenticators', userId), secret)}, now(), ${step})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, confirmed_at = now(),
      last_step = excluded.last_step, created_at = now()`.execute(db)
  await sql`delete from user_authenticator_offers where user_id = ${userId}`.execute(db)
  return 'taken'
}

/**
 * Whether a code is currently valid for the user's app; consumes its time step, so that it works once (RFC 6238, 5.2).
 */
export async function takeAppCode(db: Db, { sealer }: Services, userId: number, code: string): Promise<boolean> {
  const { rows } = await sql<{ secret: Buffer; at: number }>`
    select secret_sealed as secret, extract(epoch from now())::float8 as at from user_authenticators
    where user_id = ${userId} and confirmed_at is not null`.execute(db)
  if (!rows[0]) return false
  const step = stepOfCode(sealer.open(placeOf('user_authenticators', userId), rows[0].secret), code, rows[0].at)
  if (step === null) return false
  const updated = await sql`
    update user_authenticators set last_step = ${step} where user_id = ${userId} and last_step < ${step}`.execute(db)
  return updated.numAffectedRows === 1n
}

const recoveryOf = (userId: number) => `recovery of user ${userId}`

/** Replaces all recovery codes by ten new ones and returns them; only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, config: Config, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((shown) => codeHash(config, recoveryOf(userId), readTyped(shown)?.code ?? shown))
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(db)
  await sql`
    insert into user_recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`.execute(db)
  return codes
}

/** Whether a code is an unused recovery code of the user; consumes it. */
export async function takeRecoveryCode(db: Db, config: Config, userId: number, code: string): Promise<boolean> {
  const updated = await sql`
    update user_recovery_codes c set used_at = now()
    where c.user_id = ${userId} and c.used_at is null
      and c.code_hash = any(${codeHashes(config, recoveryOf(userId), code)}::bytea[])
      and exists (select from user_authenticators a where a.user_id = c.user_id and a.confirmed_at is not null)`.execute(
    db,
  )
  return updated.numAffectedRows === 1n
}
