import { createSecretKey, randomUUID } from 'node:crypto'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { batched } from './batched.ts'
import { type Db, prepared } from './database.ts'
import { type Sees, seenRecords, type VisibilityEntry } from './visibility.ts'

/** Longest life of a session, whatever happens in it (A-030: 8 hours; P-17 asks for at most 12). */
export const sessionHours = 8
const issuer = 'coverdesk'
const audience = 'coverdesk-session'
/** The last activity is written at most this often, so that a busy page does not write with every read. */
const activityStepSeconds = 30

/** Who makes a call, with the rights as they are in the database at this moment. */
export interface SignedIn {
  id: number
  sessionId: string
  contactId: number | null
  name: string
  firstName: string
  middleName: string
  lastName: string
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
  sees: (resource: Resource) => Sees
}

interface SessionRow extends Omit<SignedIn, 'sees' | 'expiresAt'> {
  expiresAt: Date
  idleSeconds: number
  entries: VisibilityEntry[] | null
}

const findSession = {
  name: 'find-session',
  text: `
    select u.id, s.id as "sessionId", u.contact_id as "contactId", u.user_name as emailaddress,
      coalesce(c.first_name, '') as "firstName", coalesce(c.middle_name, '') as "middleName",
      coalesce(c.last_name, '') as "lastName",
      coalesce(nullif(concat_ws(' ', c.first_name, nullif(c.middle_name, ''), c.last_name), ''), u.user_name) as name,
      u.roles, u.claims, u.has_full_agent_access as "hasFullAgentAccess", u.application_id as "applicationId",
      a.id as "ownAgentId", a.npn, u.ffe_user_id as "ffeUserId", u.org, s.expires_at as "expiresAt",
      extract(epoch from now() - s.last_active_at)::float8 as "idleSeconds",
      (select jsonb_agg(jsonb_build_object('agent_id', v.agent_id, 'resource_id', v.resource_id))
        from user_visibility v where v.user_id = u.id) as entries
    from sessions s
    join users u on u.id = s.user_id
    left join contacts c on c.id = u.contact_id
    left join agents a on a.contact_id = u.contact_id
    where s.id = any($1::uuid[]) and s.ended_at is null and not s.pending and s.expires_at > now() and u.enabled`,
}

async function findSessions(db: Db, ids: string[]): Promise<Map<string, SessionRow>> {
  const rows = await prepared<SessionRow>(db, findSession, [ids])
  return new Map(rows.map((row) => [row.sessionId, row]))
}

export interface SessionKeeper {
  /** The person behind a bearer token; fails with 401 when the token or its session does not hold (P-15, P-18). */
  personOf: (db: Db, token: string, call: { background: boolean; inactivitySeconds: number }) => Promise<SignedIn>
  /** Begins a session and gives its token, whose claims are for display only (AUTH-40). */
  begin: (db: Db, userId: number, from: { address: string; userAgent: string | null }) => Promise<string>
}

/** Sessions live in the database; the token only names one, signed with the installation's secret. */
export function sessionKeeper(tokenSecret: string): SessionKeeper {
  const key = createSecretKey(Buffer.from(tokenSecret, 'utf8'))
  const known = new Map<string, string>()
  const lookUps = new WeakMap<Db, (sessionId: string) => Promise<SessionRow | undefined>>()

  /** A signature that was right stays right: only the session behind it can end, and that is asked each time. */
  async function sessionIdOf(token: string): Promise<string> {
    const seen = known.get(token)
    if (seen) return seen
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: ['HS256'],
        typ: 'JWT',
        requiredClaims: ['exp', 'sid'],
      })
      if (typeof payload.sid !== 'string') return fail('session.required')
      if (known.size >= 10_000) known.clear()
      known.set(token, payload.sid)
      return payload.sid
    } catch (error) {
      if (error instanceof errors.JWTExpired) return fail('session.ended')
      return fail('session.required')
    }
  }

  /** Calls that come together are looked up together: one round trip less for each. */
  function lookUp(db: Db, sessionId: string): Promise<SessionRow | undefined> {
    const ask = lookUps.get(db) ?? batched((ids) => findSessions(db, ids))
    lookUps.set(db, ask)
    return ask(sessionId)
  }

  return {
    async personOf(db, token, { background, inactivitySeconds }) {
      const sessionId = await sessionIdOf(token)
      const row = await lookUp(db, sessionId)
      if (!row || row.idleSeconds >= inactivitySeconds) return fail('session.ended')
      const { entries, idleSeconds, ...person } = row
      if (!background && idleSeconds > activityStepSeconds)
        await sql`update sessions set last_active_at = now() where id = ${sessionId} and ended_at is null`.execute(db)
      return { ...person, sees: (resource) => seenRecords({ ...person, entries: entries ?? [] }, resource) }
    },

    async begin(db, userId, from) {
      const sessionId = randomUUID()
      const { rows } = await sql<{ expires_at: Date }>`
        insert into sessions (id, user_id, expires_at, address, user_agent)
        values (${sessionId}, ${userId}, now() + make_interval(hours => ${sessionHours}), ${from.address}, ${from.userAgent?.slice(0, 300) ?? null})
        returning expires_at`.execute(db)
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
        .setIssuedAt()
        .setExpirationTime(rows[0].expires_at)
        .sign(key)
    },
  }
}

/** Ends a session; its token answers 401 from the next call on, on every node. */
export async function endSession(
  db: Db,
  sessionId: string,
  reason: 'logout' | 'inactivity' | 'replaced',
): Promise<void> {
  await sql`update sessions set ended_at = now(), end_reason = ${reason} where id = ${sessionId} and ended_at is null`.execute(
    db,
  )
}
