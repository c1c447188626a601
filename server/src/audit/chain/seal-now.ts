import { auditKey } from '../../platform/audit/audit-mac.ts'
import { openPool } from '../../platform/db/database.ts'
import { sealedLinks } from './seal-events.ts'

/** Seals all events for a command, which may run without a server. Does nothing if another process holds the lock. */
export async function sealNow(url: string, auditSecret: string): Promise<void> {
  const db = openPool(url, { size: 1 })
  try {
    for await (const _ of sealedLinks(db, auditKey(auditSecret, 'chain')));
  } finally {
    await db.destroy()
  }
}
