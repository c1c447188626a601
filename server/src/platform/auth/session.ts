import { createSecretKey, randomUUID } from 'node:crypto'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { mustEnrol } from '@coverdesk/domain/access/second-factor-rule.ts'
import { type SessionEndReason, sessionEndSentence, sessionEndValues } from '@coverdesk/domain/access/session-end.ts'
import { mayRequestEmergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { type Db, prepared } from '../db/database.ts'
import { batched } from '../runtime/batched.ts'
import { findEndedSessions, type WatchedSession } from './ended-sessions.ts'
import { seenRecords, type Visibility, type VisibilityEntry } from './visibility.ts'

/** Maximum lifetime of a session (A-030: 8 hours; P-17 allows at most 12). */
export const sessionHours = 8
/** Time to answer whether to close the previous session. */
const pendingMinutes = 5
const issuer = 'coverdesk'
const audience = 'coverdesk-session'
/** Minimum interval between writes of the last activity. */
const activityStepSeconds = 30

/** Signed-in user with the current rights from the database. */
export interface SignedIn {
  id: number
  sessionId: string
  contactId: number | null
  userName: string
  name: string
  firstName: string
  middleName: string
  lastName: string
  /** Email address for messages; falls back to the user name. */
  emailaddress: string
  roles: string[]
  claims: string[]
  hasFullAgentAccess: boolean
  applicationId: string | null
  ownAgentId: number | null
  npn: string | null
  ffeUserId: string | null
  org: string | null
  expiresAt: Date
  /** The role requires an authenticator app that is not set up yet; only its setup is allowed. */
  enrolling: boolean
  /** Approved emergency access that has not been ended; check `until` (see emergency-reader.ts). */
  emergency: { id: number; until: Date } | null
  /** Position in the log of the database after the user's last write. */
  writtenLsn: string | null
  visibility: (resource: Resource) => Visibility
}

interface SessionRow extends Omit<SignedIn, 'visibility' | 'enrolling' | 'emergency'> {
  emergencyId: number | null
  emergencyUntil: Date | null
  pending: boolean
  secondFactor: string | null
  hasAuthenticator: boolean
  idleSeconds: number
  entries: VisibilityEntry[] | null
}

const findSession = {
  name: 'find-session',
  text: `
    select u.id, s.id as "sessionId", u.contact_id as "contactId", u.user_name as "userName",
      coalesce(nullif(u.email, ''), u.user_name) as emailaddress,
      coalesce(c.first_name, '') as "firstName", coalesce(c.middle_name, '') as "middleName",
      coalesce(c.last_name, '') as "lastName",
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')), ''), u.user_name) as name,
      u.roles, u.claims, u.has_full_agent_access as "hasFullAgentAccess", u.application_id as "applicationId",
      a.id as "ownAgentId", a.npn, coalesce(c.ffe_id, u.ffe_user_id) as "ffeUserId", u.org, s.expires_at as "expiresAt", s.written_lsn::text as "writtenLsn",
      s.pending, s.second_factor as "secondFactor", t.confirmed_at is not null as "hasAuthenticator",
      extract(epoch from now() - s.last_active_at)::float8 as "idleSeconds",
      (select jsonb_agg(jsonb_build_object('agent_id', v.agent_id, 'resource_id', v.resource_id))
        from user_visibility v where v.user_id = u.id) as entries,
      e.id as "emergencyId", e.until as "emergencyUntil"
    from sessions s
    join users u on u.id = s.user_id
    left join contacts c on c.id = u.contact_id
    left join agents a on a.contact_id = u.contact_id
    left join user_authenticators t on t.user_id = u.id
    left join lateral (
      select id, until from emergency_accesses where user_id = u.id and until is not null and ended_at is null
        and u.roles && '{${mayRequestEmergency.split('|').join(',')}}'
      order by until desc limit 1) e on true
    where s.id = any($1::uuid[]) and s.ended_at is null and s.expires_at > now() and u.enabled
      and (not s.pending or s.created_at > now() - make_interval(mins => ${pendingMinutes}))`,
}

async function findSessions(db: Db, ids: string[]): Promise<Map<string, SessionRow>> {
  const rows = await prepared<SessionRow>(db, findSession, [ids])
  return new Map(rows.map((row) => [row.sessionId, row]))
}

/** Effect of a call on its session. */
export interface SessionUse {
  /** A poll: no activity, and does not activate a pending session. */
  background: boolean
  inactivitySeconds: number
  /** Accepts a pending session without activating it. */
  whilePending: boolean
}

/** Origin of a session and its second factor. */
export interface SessionStart {
  address: string
  userAgent: string | null
  secondFactor?: string | null
  /** Inactive until its first call, which ends the user's other sessions (A-029, P-10). */
  pending?: boolean
}

export interface SessionKeeper {
  /** User of a bearer token; fails with 401 when the token or its session is invalid (P-15, P-18). */
  personOf: (db: Db, token: string, use: SessionUse) => Promise<SignedIn>
  /** Creates a session and returns its token, whose claims are for display only (AUTH-40). */
  begin: (db: Db, userId: number, from: SessionStart) => Promise<string>
}

/** Creates the session store. Sessions are in the database; a signed token only contains the id. */
export function sessionKeeper({
  tokenSecret,
  secondFactor,
}: Pick<Config, 'tokenSecret' | 'secondFactor'>): SessionKeeper {
  const key = createSecretKey(Buffer.from(tokenSecret, 'utf8'))
  const verified = new Map<string, TokenSession>()
  const lookUps = new WeakMap<Db, (sessionId: string) => Promise<SessionRow | undefined>>()

  /** Caches verified signatures; the session itself is checked on each call. */
  async function sessionOf(token: string): Promise<TokenSession> {
    const cached = verified.get(token)
    if (cached) return cached
    if (!isCanonical(token)) return fail('session.required')
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: ['HS256'],
        typ: 'JWT',
        requiredClaims: ['exp', 'iat', 'sid'],
        // Token times come from the database's clock, which may differ from this machine's (P-82); checked below.
        currentDate: new Date((decodeJwt(token).iat ?? Number.NaN) * 1_000),
      })
      if (typeof payload.sid !== 'string') return fail('session.required')
      const session = { id: payload.sid, expires: payload.exp ?? 0 }
      if (verified.size >= 10_000) verified.clear()
      verified.set(token, session)
      return session
    } catch {
      return fail('session.required')
    }
  }

  /** Batches concurrent lookups into one query. */
  function lookUp(db: Db, sessionId: string): Promise<SessionRow | undefined> {
    const ask = lookUps.get(db) ?? batched((ids) => findSessions(db, ids))
    lookUps.set(db, ask)
    return ask(sessionId)
  }

  return {
    async personOf(db, token, { background, inactivitySeconds, whilePending }) {
      const { id: sessionId, expires } = await sessionOf(token)
      const row = await lookUp(db, sessionId)
      // A valid token never expires before its session.
      if (row && expires < secondsOf(row.expiresAt)) return fail('session.required')
      if (!row || row.idleSeconds >= inactivitySeconds) return await failEnded(db, { sessionId, inactivitySeconds })
      const { entries, idleSeconds, pending, emergencyId, emergencyUntil, ...person } = row
      if (pending && background) return fail('session.required')
      if (pending && !whilePending) await activateSession(db, sessionId)
      else if (!background && idleSeconds > Math.min(activityStepSeconds, inactivitySeconds / 4))
        await sql`update sessions set last_active_at = now() where id = ${sessionId} and ended_at is null`.execute(db)
      return {
        ...person,
        enrolling: secondFactor === 'required' && mustEnrol(person),
        emergency: emergencyId && emergencyUntil ? { id: emergencyId, until: emergencyUntil } : null,
        visibility: (resource) => seenRecords({ ...person, entries: entries ?? [] }, resource),
      }
    },

    async begin(db, userId, from) {
      const sessionId = randomUUID()
      const { rows } = await sql<{ created_at: Date; expires_at: Date }>`
        insert into sessions (id, user_id, expires_at, address, user_agent, second_factor, pending)
        values (${sessionId}, ${userId}, now() + make_interval(hours => ${sessionHours}), ${from.address},
          ${from.userAgent?.slice(0, 300) ?? null}, ${from.secondFactor ?? null}, ${from.pending ?? false})
        returning created_at, expires_at`.execute(db)
      const person = (await findSessions(db, [sessionId])).get(sessionId)
      if (!person || !rows[0]) return fail('sign_in.refused')
      return await new SignJWT({
        sid: sessionId,
        contactId: person.contactId,
        name: person.name,
        emailaddress: person.emailaddress,
        roles: person.roles,
        claims: person.claims,
        hasFullAgentAccess: person.hasFullAgentAccess,
        NPN: person.npn,
        FFEUserId: person.ffeUserId,
        ORG: person.org,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(userId))
        .setIssuedAt(secondsOf(rows[0].created_at))
        .setExpirationTime(secondsOf(rows[0].expires_at))
        .sign(key)
    },
  }
}

/** Session id and expiry from a token. */
interface TokenSession {
  id: string
  expires: number
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1_000)

/** Fails with the reason for the end; when the user did not cause it here, the answer says what happened, as data too. */
async function failEnded(db: Db, session: WatchedSession): Promise<never> {
  const end = (await findEndedSessions(db, [session])).get(session.sessionId)
  const message = end && sessionEndSentence(end)
  return message ? fail('session.ended', { message, details: sessionEndValues(end) }) : fail('session.ended')
}

/** Rejects noncanonical base64url, which would make several texts valid for one token (P-18). */
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Activates a pending session and ends the user's others in one statement, so that one of two concurrent calls wins. */
async function activateSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    with taken as (
      update sessions set pending = false, last_active_at = now()
      where id = ${sessionId} and pending and ended_at is null returning user_id)
    update sessions s set ended_at = now(), end_reason = 'replaced', ended_by = ${sessionId} from taken
    where s.user_id = taken.user_id and s.id <> ${sessionId} and s.ended_at is null`.execute(db)
}

/** Ends a session; its token gets 401 from the next call on, on every node. */
export async function endSession(db: Db, sessionId: string, reason: SessionEndReason): Promise<void> {
  await sql`update sessions set ended_at = now(), end_reason = ${reason} where id = ${sessionId} and ended_at is null`.execute(
    db,
  )
}

/** Ends all sessions of a user except the one that causes it (P-13), and pending sign-ins, codes and reset links. */
export async function endSessionsOf(
  db: Db,
  userId: number,
  reason: SessionEndReason,
  except: string | null = null,
): Promise<void> {
  await sql`
    update sessions set ended_at = now(), end_reason = ${reason}, ended_by = ${except}
    where user_id = ${userId} and ended_at is null and id is distinct from ${except}::uuid`.execute(db)
  await sql`update sign_in_attempts set ended_at = now() where user_id = ${userId} and ended_at is null`.execute(db)
}

/** The user's active session, if there is one; the sign-in then asks whether to close it (AUTH-13). */
export async function findLiveSession(
  db: Db,
  userId: number,
  inactivitySeconds: number,
): Promise<{ userAgent: string | null; since: Date; lastActive: Date } | undefined> {
  const { rows } = await sql<{ userAgent: string | null; since: Date; lastActive: Date }>`
    select user_agent as "userAgent", created_at as since, last_active_at as "lastActive"
    from sessions where user_id = ${userId} and ended_at is null and not pending
      and expires_at > now() and last_active_at > now() - make_interval(secs => ${inactivitySeconds})
    order by last_active_at desc limit 1`.execute(db)
  return rows[0]
}
