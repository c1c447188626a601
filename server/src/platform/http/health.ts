import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Services } from './http-call.ts'

/**
 * `/health/live`: the process answers; it says when the embedded database is being restarted, and 503 when that was given up
 * and the process is about to exit. `/health/ready`: it may be sent work, that is, the database answers and the server
 * is not closing; it then says too when nothing can be saved for want of space (P-79), since reading goes on, and whether an
 * exchange over a network answered the last calls, without which the rest works. Both are cheap: anybody may ask, and nobody
 * outside is asked for it (P-84).
 */
export function healthRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'disk' | 'exchange' | 'databaseState'>,
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
