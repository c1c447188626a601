import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Status of a request whose connection was closed before the answer was complete, as nginx counts it. */
export const abortedStatus = 499

/** Calls `ended` once for each request of an app, also for those that the client gave up. */
export function onRequestEnd(
  app: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  const seen = new WeakSet<FastifyRequest>()
  const end = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (!seen.has(request)) ended(request, reply, status)
    seen.add(request)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Without a complete answer there is no `onResponse`.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) end(request, reply, abortedStatus)
    })
    done()
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply, reply.statusCode))
}
