import { join } from 'node:path'
import { verifyAudit } from '@coverdesk/server/src/audit/chain/verify-audit.ts'
import { loadSecretsFile } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { expect } from '@playwright/test'
import { databaseUrl, inDatabase } from './database.ts'

/**
 * Fails the run unless the audit record is complete and every event has a receipt of the server that wrote it (P-72). Waits
 * for the last receipt, which is written once a second.
 */
export default async function verifyAuditRecord(): Promise<void> {
  const dataDir = join(process.env.E2E_DATA_DIR ?? '', 'data')
  await expect.poll(eventKindsWithoutReceipt).toEqual([])
  const { problems, events, receipts } = await verifyAudit(databaseUrl(), {
    dataDir,
    auditSecret: loadSecretsFile(dataDir).audit,
  })
  if (problems.length > 0) throw new Error(`The audit record is incomplete after the run:\n${problems.join('\n')}`)
  console.log(`The audit record is complete: ${events} events in ${receipts} receipts.`)
}

/** Kinds of events without a receipt. */
async function eventKindsWithoutReceipt(): Promise<string[]> {
  const { rows } = await inDatabase((connection) =>
    connection.query<{ kind: string }>(`
      select distinct concat_ws(' ', action, entity, facts) as kind from audit_events
      where id not in (select unnest(event_ids) from audit_receipts) order by kind`),
  )
  return rows.map(({ kind }) => kind)
}
