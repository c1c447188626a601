import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { DiskState } from './embedded-disk.ts'

/**
 * `/health/live`: the process answers. `/health/ready`: it may be sent work, that is, the database answers and the server
 * is not closing; it then says too when nothing can be saved for want of space (P-79), since reading goes on. Both are cheap.
 */
export function healthRoutes(app: FastifyInstance, db: Db, disk: DiskState): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = !closing && (await answers(db))
    return reply
      .header('cache-control', 'no-store')
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...(disk.low() ? { disk: 'nearly full' } : {}) })
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
