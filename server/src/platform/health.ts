import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Services } from './http-call.ts'

/**
 * `/health/live`: the process answers. `/health/ready`: it may be sent work, that is, the database answers and the server
 * is not closing; it then says too when nothing can be saved for want of space (P-79), since reading goes on, and whether an
 * exchange over a network answered the last calls, without which the rest works. Both are cheap: anybody may ask, and nobody
 * outside is asked for it (P-84).
 */
export function healthRoutes(app: FastifyInstance, services: Pick<Services, 'db' | 'disk' | 'exchange'>): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = !closing && (await answers(services.db))
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

async function answers(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
