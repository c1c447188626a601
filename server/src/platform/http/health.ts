import type { FastifyInstance } from 'fastify'
import { databaseAnswers } from '../db/cluster/database-answers.ts'
import type { Services } from './http-call.ts'

/**
 * `/health/live`: the process responds; 503 when restarting the embedded database failed and the process is about to exit.
 * `/health/ready`: the database responds and the server is not about to stop. Also reports a nearly full disk (P-79) and the
 * marketplace's state, which do not make it unready. Both are public and send no request to outside services (P-84).
 */
export function healthRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'disk' | 'exchange' | 'databaseState' | 'isLeaving'>,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/health/live', async (_request, reply) => {
    const database = services.databaseState()
    return reply
      .header('cache-control', 'no-store')
      .status(database === 'lost' ? 503 : 200)
      .send({
        status: database === 'lost' ? 'exiting' : 'live',
        ...(database === 'running' ? {} : { database }),
      })
  })
  app.get('/health/ready', async (_request, reply) => {
    const ready = !closing && !services.isLeaving() && (await databaseAnswers(services.db))
    const { disk, exchange } = services
    return reply
      .header('cache-control', 'no-store')
      .status(ready ? 200 : 503)
      .send({
        status: ready ? 'ready' : 'not ready',
        ...(disk.low() ? { disk: 'nearly full' } : {}),
        ...(exchange.health ? { exchange: exchange.health() } : {}),
      })
  })
}
