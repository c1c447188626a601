import { createHash, randomBytes } from 'node:crypto'
import { type ExchangeRefusal, refusalSentence } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { maskedRecipient } from '@coverdesk/domain/second-factor/masked-recipient.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { ExchangeAuthorizationRequest } from '../platform/integrations/exchange.ts'
import { newSentCode } from '../second-factor/factor-codes.ts'

/** Minutes for which a code and its link work. */
export const codeMinutes = 15
/** Codes to one client in 24 hours. */
const maxSent = 3
/** Wrong codes after which a code ends. */
const maxWrong = 5

/** What a client is sent. */
export interface AuthorizationNotice extends Pick<ExchangeAuthorizationRequest, 'channel' | 'contact' | 'language'> {
  code: string
  /** Id of the link. */
  link: string
  agent: string
  planYear: number
}

/** Sends a client a code and a link; false when messages of this kind cannot be sent here. */
export type SandboxNotice = (db: Db, notice: AuthorizationNotice) => Promise<boolean>

type Sent = { requestId: string } & (
  | { outcome: 'sent'; sentTo: string; expires: string }
  | { outcome: 'refused'; reason: string; refusal: ExchangeRefusal }
)

function refused(requestId: string, refusal: ExchangeRefusal): Sent {
  return { requestId, outcome: 'refused', reason: refusalSentence(refusal), refusal }
}

/** Sends a client a code like the federal platform does: 15 minutes, three in 24 hours. */
export async function sendAuthorization(
  db: Db,
  request: ExchangeAuthorizationRequest,
  notify: SandboxNotice,
): Promise<Sent> {
  const { requestId, contact, channel, language, agent, planYear } = request
  await sql`select pg_advisory_xact_lock(hashtextextended(${`authorization ${contact}`}, 0))`.execute(db)
  const sentTo = maskedRecipient(channel, contact)
  const { rows } = await sql<{ requestId: string; expires: string }>`
    select request_id as "requestId", ${sql.raw(instantOf('expires_at'))} as expires from sandbox_exchange_authorizations
    where request_id = ${requestId}::uuid
      or contact = ${contact} and sent_at > now() - interval '24 hours'`.execute(db)
  const before = rows.find((row) => row.requestId === requestId)
  if (before) return { requestId, outcome: 'sent', sentTo, expires: before.expires }
  if (rows.length >= maxSent) return refused(requestId, { kind: 'codes sent', most: maxSent })
  const [code, link] = [newSentCode(), randomBytes(32).toString('base64url')]
  const isSent = await notify(db, { channel, contact, language, code, link, agent: agent.name, planYear })
  if (!isSent) return refused(requestId, { kind: 'no messages' })
  const stored = await sql<{ expires: string }>`
    insert into sandbox_exchange_authorizations (request_id, contact, npn, agent, plan_year, language, code_hash, link_hash,
      sent_at, expires_at)
    values (${requestId}::uuid, ${contact}, ${agent.npn}, ${agent.name}, ${planYear}, ${language},
      ${codeHash(requestId, code)}, ${authorizationLinkHash(link)}, now(),
      now() + make_interval(mins => ${codeMinutes}))
    returning ${sql.raw(instantOf('expires_at'))} as expires`.execute(db)
  return { requestId, outcome: 'sent', sentTo, expires: stored.rows[0]?.expires ?? '' }
}

interface Asked {
  codeHash: Buffer
  isOver: boolean
  planYear: number
  method: 'code' | 'link' | null
  authorizedAt: string | null
}

type Answer = { requestId: string } & (
  | { outcome: 'authorized'; method: 'code' | 'link'; authorizedAt: string; validUntil: string }
  | { outcome: 'waiting' | 'wrong-code' | 'expired' }
)

/** Takes a code, or tells whether the client authorized by the link. An authorization holds to the end of its plan year. */
export async function askSandbox(
  db: Db,
  { requestId, code }: { requestId: string; code: string | null },
): Promise<Answer> {
  const found = await askedOf(db, requestId)
  if (!found) return { requestId, outcome: 'expired' }
  if (found.authorizedAt !== null) return authorized(requestId, found)
  if (found.isOver) return { requestId, outcome: 'expired' }
  if (code === null) return { requestId, outcome: 'waiting' }
  const isRight = codeHash(requestId, code).equals(found.codeHash)
  await sql`
    update sandbox_exchange_authorizations set wrong_codes = wrong_codes + ${isRight ? 0 : 1},
      method = case when ${isRight} then 'code' end, authorized_at = case when ${isRight} then clock_timestamp() end
    where request_id = ${requestId}::uuid`.execute(db)
  const now = await askedOf(db, requestId)
  return now && isRight ? authorized(requestId, now) : { requestId, outcome: 'wrong-code' }
}

async function askedOf(db: Db, requestId: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select code_hash as "codeHash", expires_at <= now() or wrong_codes >= ${maxWrong} as "isOver", plan_year as "planYear",
      method, ${sql.raw(instantOf('authorized_at'))} as "authorizedAt"
    from sandbox_exchange_authorizations where request_id = ${requestId}::uuid for update`.execute(db)
  return rows[0]
}

function authorized(requestId: string, { method, authorizedAt, planYear }: Asked): Answer {
  return {
    requestId,
    outcome: 'authorized',
    method: method ?? 'code',
    authorizedAt: authorizedAt ?? '',
    validUntil: `${planYear}-12-31`,
  }
}

/** A code is stored as a hash with its request, so that equal codes do not show. */
const codeHash = (requestId: string, code: string) => authorizationLinkHash(`${requestId} ${code}`)

export function authorizationLinkHash(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
