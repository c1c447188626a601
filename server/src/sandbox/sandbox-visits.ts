import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { sql } from 'kysely'
import { usesSandbox } from '../handoffs/make-hand-off.ts'
import { spendHandOff } from '../handoffs/redeem-hand-off.ts'
import type { Db } from '../platform/db/database.ts'
import type { FormCall } from '../platform/http/posted-form.ts'

/** Duration of a visit in minutes. */
const visitMinutes = 60
/** Path of the start page. */
const page = '/exchange/'

/** A visitor, as described by the hand-off. */
export interface Visitor {
  partnerUserId: string
  npn: string | null
  name: string
  /** The application submitted during this visit. */
  exchangeAssignedId: string | null
}

/**
 * Accepts a hand-off like an external application: spends its token and redirects the browser with a visit token in the
 * URL fragment, which browsers never send. The sandbox does not exist if another marketplace is configured.
 */
export async function arrive(call: FormCall, { token = '' }: Record<string, string>): Promise<string> {
  if (!usesSandbox(call.services.config)) return fail('route.not_found')
  const handOff = await spendHandOff(call, { audience: 'marketplace', token: token.slice(0, 200) }).catch((error) => {
    if (error instanceof Failure && error.code === 'hand_off.refused') return null
    throw error
  })
  if (!handOff) return page
  const { id, npn, firstName, lastName, userName } = handOff.user
  const name = [firstName, lastName].filter(Boolean).join(' ') || userName
  return `${page}#${await openVisit(call.db, { partnerUserId: String(id), npn, name })}`
}

/** Opens a visit and returns its token; only a hash is stored. */
export async function openVisit(
  db: Db,
  { partnerUserId, npn, name }: Omit<Visitor, 'exchangeAssignedId'>,
): Promise<string> {
  const visit = randomBytes(32).toString('base64url')
  await sql`delete from sandbox_exchange_visits where expires_at < now()`.execute(db)
  await sql`
    insert into sandbox_exchange_visits (visit_hash, partner_user_id, npn, name, expires_at)
    values (${hashOf(visit)}, ${partnerUserId}, ${npn}, ${name}, now() + make_interval(mins => ${visitMinutes}))`.execute(
    db,
  )
  return visit
}

/** The holder of a visit; fails with `sandbox.visit_over` when it is unknown or expired. `lock` serializes requests. */
export async function visitorOf(db: Db, visit: string, { lock = false } = {}): Promise<Visitor> {
  const { rows } = await sql<Visitor>`
    select partner_user_id as "partnerUserId", npn, name, exchange_assigned_id as "exchangeAssignedId"
    from sandbox_exchange_visits where visit_hash = ${hashOf(visit)} and expires_at > now()
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? fail('sandbox.visit_over')
}

export async function endVisit(db: Db, visit: string): Promise<void> {
  await sql`delete from sandbox_exchange_visits where visit_hash = ${hashOf(visit)}`.execute(db)
}

export function hashOf(visit: string): Buffer {
  return createHash('sha256').update(visit).digest()
}
