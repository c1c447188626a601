import { createHash, timingSafeEqual } from 'node:crypto'
import { newFailure } from '@coverdesk/domain/fail.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerMetrics } from './server-metrics.ts'

/** Serves `GET /metrics` to callers with the token. */
export function metricsRoute(app: FastifyInstance, metrics: ServerMetrics, token: string): void {
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw newFailure('session.required')
    const { mediaType, text } = await metrics.scrape()
    return reply.header('cache-control', 'no-store').type(mediaType).send(text)
  })
}

/** Of one length for any text, as the comparison needs. */
const digest = (text: string) => createHash('sha256').update(text).digest()
