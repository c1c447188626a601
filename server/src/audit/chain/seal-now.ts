import { auditKey } from '../../platform/audit/audit-mac.ts'
import { openPool } from '../../platform/db/database.ts'
import { sealedLinks } from './seal-events.ts'

/**
 * Seals what is there, for commands: beside a running server that seals within a second, or where none will run for long. When
 * another process has the turn, it does so.
 */
export async function sealNow(url: string, auditSecret: string): Promise<void> {
  const db = openPool(url, { size: 1 })
  try {
    for await (const _ of sealedLinks(db, auditKey(auditSecret, 'chain')));
  } finally {
    await db.destroy()
  }
}
