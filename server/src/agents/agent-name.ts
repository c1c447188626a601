import { fail } from '@coverdesk/domain/fail.ts'
import type { Db } from '../platform/db/database.ts'

/** Name of an agent; fails if the agent does not exist. */
export async function agentNameOf(db: Db, id: number): Promise<string> {
  const agent = await db.selectFrom('agents').select('name').where('id', '=', id).executeTakeFirst()
  return agent?.name ?? fail('agent.not_found')
}
