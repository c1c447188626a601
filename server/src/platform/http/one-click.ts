import { newFailure } from '@coverdesk/domain/fail.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import type { Db } from '../db/database.ts'
import type { Services } from './http-call.ts'

/** Context of a one-click request. */
export interface ClickCall {
  db: Db
  audit: AuditSource
  services: Services
  address: string
}

/** One-click endpoint and its handler. */
export interface OneClick {
  path: string
  take: (call: ClickCall, id: string) => Promise<unknown>
}

/** Above any body of RFC 8058 in either encoding. */
const maxBodyBytes = 4_096

/**
 * Registers a one-click endpoint (RFC 8058), such as List-Unsubscribe: mail programs POST to the address of a page. Ignores
 * session, cookies and body, and accepts cross-site requests: the secret link is the authorization.
 */
export async function registerOneClick(
  app: FastifyInstance,
  services: Services,
  { path, take }: OneClick,
): Promise<void> {
  const key = auditKey(services.config.auditSecret)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null, null),
    )
    scope.post<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const { id } = request.query
      if (typeof id !== 'string') throw newFailure('route.not_found')
      const audit = { userId: null, sessionId: null, address: request.ip, requestId: request.id, key }
      await take({ db: services.db, audit, services, address: request.ip }, id)
      return reply.header('cache-control', 'no-store').code(204).send()
    })
  })
}
