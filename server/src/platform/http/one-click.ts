import { Failure } from '@coverdesk/domain/failures.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import type { Db } from '../db/database.ts'
import type { Services } from './http-call.ts'

/** What takes a click has of its call. */
export interface ClickCall {
  db: Db
  audit: AuditSource
  services: Services
  address: string
}

/** An address that does what its link says, and what it does. */
export interface OneClick {
  path: string
  take: (call: ClickCall, id: string) => Promise<unknown>
}

/** Larger than any body of RFC 8058, in either of its two encodings. */
const maxBodyBytes = 4_096

/**
 * An address of a page of ours that mail programs and mail services post to on their reader's behalf (RFC 8058): a GET shows
 * the page, a POST does what its link says, without a session, a cookie, a redirect or a look at what the body says. Also
 * from other sites, as mail is read in browsers: nobody but the reader has the link.
 */
export async function takeOneClick(app: FastifyInstance, services: Services, { path, take }: OneClick): Promise<void> {
  const key = auditKey(services.config.auditSecret)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null, null),
    )
    scope.post<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const { id } = request.query
      if (typeof id !== 'string') throw new Failure('route.not_found')
      const audit = { userId: null, sessionId: null, address: request.ip, requestId: request.id, key }
      await take({ db: services.db, audit, services, address: request.ip }, id)
      return reply.header('cache-control', 'no-store').code(204).send()
    })
  })
}
