import { createHash, randomBytes } from 'node:crypto'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { usesSandbox } from '../handoffs/make-hand-off.ts'
import { spendHandOff } from '../handoffs/redeem-hand-off.ts'
import type { Db } from '../platform/db/database.ts'
import type { FormCall } from '../platform/http/posted-form.ts'

/** How long a visit lasts, in minutes. */
const visitMinutes = 60
/** The page on which people are taken in. */
const page = '/exchange/'

/** Somebody who came over, as the hand-off told of them. */
export interface Visitor {
  partnerUserId: string
  npn: string | null
  name: string
  /** What was sent in during this visit. */
  exchangeAssignedId: string | null
}

/**
 * Takes in who comes with a hand-off, as another application would: the token is spent for who it is, and the browser goes on
 * with a token of this visit, in the part of the address that browsers never send. Where the agency set up another
 * marketplace there is no sandbox.
 */
export async function arrive(call: FormCall, { token = '' }: Record<string, string>): Promise<string> {
  if (!usesSandbox(call.services.config)) return fail('route.not_found')
  const told = await spendHandOff(call, { audience: 'marketplace', token: token.slice(0, 200) }).catch((error) => {
    if (error instanceof Failure && error.code === 'hand_off.refused') return null
    throw error
  })
  if (!told) return page
  const { id, npn, firstName, lastName, userName } = told.user
  const name = [firstName, lastName].filter(Boolean).join(' ') || userName
  return `${page}#${await openVisit(call.db, { partnerUserId: String(id), npn, name })}`
}

/** Opens a visit and answers what its browser holds, of which only a hash is kept. */
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

/** Who holds this visit; fails with `sandbox.visit_over` when it is none, or is over. `lock` keeps others waiting. */
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
