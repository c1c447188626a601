import { fail } from '@coverdesk/domain/fail.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import type { Db } from '../db/database.ts'
import type { Services } from './http-call.ts'

/** Context of a posted form. */
export interface FormCall {
  db: Db
  now: Date
  audit: AuditSource
  services: Services
}

/** Form endpoint. `take` returns the address to redirect to. */
export interface PostedForm {
  path: string
  take: (call: FormCall, fields: Record<string, string>) => Promise<string>
}

/** Total body size in bytes. */
const maxFormBytes = 4_096

/**
 * Registers an endpoint for a form that one of our own pages submits by navigation; responds with a redirect. Rejects
 * cross-site forms, which could sign a user in as someone else.
 */
export async function registerPostedForm(
  app: FastifyInstance,
  services: Services,
  { path, take }: PostedForm,
): Promise<void> {
  const key = auditKey(services.config.auditSecret)
  await app.register(async (scope) => {
    // The default parser accepts forms only on signed routes (http-signed.ts).
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Body: Record<string, string> }>(path, async (request, reply) => {
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin')
        fail('right.missing', { message: 'Forms of other sites are refused' })
      const audit = { userId: null, sessionId: null, address: request.ip, requestId: request.id, key }
      const { db, now } = services
      const page = await take({ db, now: now(), audit, services }, request.body)
      return reply.header('cache-control', 'no-store').redirect(page, 303)
    })
  })
}
