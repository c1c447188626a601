import { join } from 'node:path'
import { verifyAudit } from '@coverdesk/server/src/audit/chain/verify-audit.ts'
import { keptSecrets } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { expect } from '@playwright/test'
import { databaseUrl, inDatabase } from './database.ts'

/**
 * The end of a run: the audit record of everything that the journeys did is whole, and each event in it was noted by the server
 * that wrote it, whatever part of it that was (P-72). Some journeys end in the middle of a second, so it waits for the seal.
 */
export default async function proveRecord(): Promise<void> {
  const dataDir = join(process.env.E2E_DATA_DIR ?? '', 'data')
  await expect.poll(unnoted).toEqual([])
  const { problems, events, receipts } = await verifyAudit(databaseUrl(), {
    dataDir,
    auditSecret: keptSecrets(dataDir).audit,
  })
  if (problems.length > 0) throw new Error(`The audit record is not whole after the run:\n${problems.join('\n')}`)
  console.log(`The audit record is whole: ${events} events, all of them in one of ${receipts} receipts.`)
}

/** What was written and is in no receipt, by kind. */
async function unnoted(): Promise<string[]> {
  const { rows } = await inDatabase((connection) =>
    connection.query<{ kind: string }>(`
      select distinct concat_ws(' ', action, entity, facts) as kind from audit_events
      where id not in (select unnest(event_ids) from audit_receipts) order by kind`),
  )
  return rows.map(({ kind }) => kind)
}
