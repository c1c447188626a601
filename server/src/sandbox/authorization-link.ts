import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { sql } from 'kysely'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/rate-limit.ts'
import type { Db } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { authorizationLinkHash } from './authorize-at-sandbox.ts'

interface Linked {
  agent: string
  npn: string
  planYear: number
  language: 'en' | 'es'
  authorized: boolean
}

const takeTurnOf = ({ db, address }: Call) =>
  rateLimit(db, { call: 'consent', caller: callerOf(address), limit: 60, minutes: 15 })

/** What a client's link asks for; a used one still shows that it was used. */
export const showLink: Handler<typeof sandbox.authorization> = async (call, { id }) => {
  await takeTurnOf(call)
  const { rows } = await linked(call.db, id)
  return rows[0] ?? fail('authorization.link_over')
}

/** The client authorizes the agent by the link. */
export const useLink: Handler<typeof sandbox.authorize> = async (call, { id }) => {
  await takeTurnOf(call)
  await sql`
    update sandbox_exchange_authorizations set method = 'link', authorized_at = clock_timestamp()
    where link_hash = ${authorizationLinkHash(id)} and authorized_at is null and expires_at > now()`.execute(call.db)
  const { rows } = await linked(call.db, id)
  return rows[0]?.authorized ? done : fail('authorization.link_over')
}

const linked = (db: Db, id: string) =>
  sql<Linked>`
    select agent, npn, plan_year as "planYear", language, authorized_at is not null as authorized
    from sandbox_exchange_authorizations
    where link_hash = ${authorizationLinkHash(id)} and (expires_at > now() or authorized_at is not null)`.execute(db)
