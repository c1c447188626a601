import type { IncomingMessage } from 'node:http'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import type { Server as Engine } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import { socketPath } from './socket-request.ts'

/**
 * Serves long polling, with which the stock client begins (decision 158). The engine reads the body and answers, after the
 * guards of every request: origin, slow clients, security headers.
 */
export function servePolling(
  app: FastifyInstance,
  engine: Engine,
  refusal: (request: IncomingMessage) => FailureCode | null,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: socketPath,
    exposeHeadRoute: false,
    config: { heldOpen: true },
    onRequest: async (request, reply) => {
      const code = refusal(request.raw)
      if (code) fail(code)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      // The engine's types take a request to which it has yet to add the query.
      engine.handleRequest(request.raw as Parameters<Engine['handleRequest']>[0], reply.raw)
    },
    handler: () => fail('route.not_found'),
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses wait for events, so their duration says nothing. */
    heldOpen?: boolean
  }
}
