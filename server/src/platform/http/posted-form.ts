import { fail } from '@coverdesk/domain/failures.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import type { Db } from '../db/database.ts'
import type { Services } from './http-call.ts'

/** What takes a posted form has of its call. */
export interface FormCall {
  db: Db
  now: Date
  audit: AuditSource
  services: Services
}

/** An address that takes a form; answers the page to go on to. */
export interface PostedForm {
  path: string
  take: (call: FormCall, fields: Record<string, string>) => Promise<string>
}

/** Of all fields together, in bytes. */
const maxFormBytes = 4_096

/**
 * An address of ours that a page of ours posts a form to by navigating there, as it would to another application; the answer
 * sends the browser on to the page that `take` answers. Forms of other sites are refused, or they could have people arrive as
 * somebody else.
 */
export async function takePostedForm(
  app: FastifyInstance,
  services: Services,
  { path, take }: PostedForm,
): Promise<void> {
  const key = auditKey(services.config.auditSecret)
  await app.register(async (scope) => {
    // Everywhere else a form is only read where somebody's machine signs it (http-signed.ts).
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
