import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { bankingDayAfter } from '@coverdesk/domain/payouts/banking-days.ts'
import type { payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { sql } from 'kysely'
import { findRun, lockRuns } from '../pay-runs/pay-run-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { payoutFiles, previewPayouts } from './payout-queries.ts'

/**
 * The stored file. Each download is recorded before the first byte; after the first one, `again` must say that it is meant, since a
 * bank that gets a file twice pays twice.
 */
export const downloadPayoutFile: Handler<typeof payouts.download> = async (call, { id, fileId, again }) => {
  const { text, name } = await inTransaction(call.db, async (db) => {
    const file = await lockFile(db, id, fileId)
    if (file.discarded !== null) fail('payout.discarded')
    await refuseEndedAccounts(db, fileId)
    const last = file.downloads.at(-1)
    if (last && again !== 'yes') fail('payout.downloaded', { message: alreadyWords(last) })
    const { rows } = await sql<{ sealed: Buffer }>`
      select content_sealed as sealed from payout_files where id = ${fileId}`.execute(db)
    const place = { table: 'payout_files', row: String(fileId), column: 'content_sealed' }
    const content = call.services.sealer.open(place, rows[0]?.sealed ?? fail('payout.not_found'))
    await sql`insert into payout_downloads (file_id, user_id, at) values (${fileId}, ${call.user.id}, ${call.now})`.execute(
      db,
    )
    await writeAudit(db, call.audit, {
      action: 'export',
      entity: 'payout-file',
      entityId: fileId,
      outcome: 'done',
      facts: { run: id, entries: file.entries, credit: file.credit, again: again === 'yes' },
    })
    return { text: content, name: `nacha-${file.effectiveOn}-${fileId}.ach` }
  })
  return { stream: Readable.from([text]), mediaType: 'text/plain; charset=us-ascii', fileName: name, isAudited: true }
}

/** A file is not sent to an account that was ended after it was made. */
async function refuseEndedAccounts(db: Db, fileId: number): Promise<void> {
  const { rows } = await sql<{ agent: string }>`
    select a.name as agent from payout_entries e
    join payout_files f on f.id = e.file_id
    join bank_accounts b on b.id = e.bank_account_id
    join agents a on a.id = e.agent_id
    where e.file_id = ${fileId} and (b.status <> 'approved' or b.end_date < f.effective_on) order by a.search_name, a.id`.execute(
    db,
  )
  if (rows.length === 0) return
  const names = rows.map(({ agent }) => agent).join(', ')
  fail('payout.account_ended', {
    message: `The account of ${names} is not used anymore. Discard the file and make another one`,
  })
}

const alreadyWords = ({ by, at }: { by: string; at: string }) =>
  `Already downloaded by ${by} on ${agencyMoment(new Date(at))}. A bank that gets a file twice pays twice`

/** Discards a file that was not sent, so that its agents can be in another one. */
export const discardPayoutFile: Handler<typeof payouts.discard> = (call, { id, fileId, reason }) =>
  inTransaction(call.db, async (db) => {
    const file = await lockFile(db, id, fileId)
    if (file.discarded !== null) fail('payout.discarded')
    await refuseOwnDownload(db, fileId, call.user.id)
    if ((await findRun(db, id)).status === 'Paid') fail('payout.refused', { message: 'The batch is paid' })
    await sql`
      update payout_files set discarded_at = ${call.now}, discarded_by = ${call.user.id}, discard_reason = ${reason}
      where id = ${fileId}`.execute(db)
    await sql`update payout_entries set discarded = true where file_id = ${fileId}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'delete',
      entity: 'payout-file',
      entityId: fileId,
      outcome: 'done',
      facts: { run: id, entries: file.entries, credit: file.credit },
    })
    return await previewPayouts(db, id, bankingDayAfter(todayIn(call.now)))
  })

/** Who has the file may have sent it: another person decides that it is void and that its agents are paid again. */
async function refuseOwnDownload(db: Db, fileId: number, userId: number): Promise<void> {
  const { rows } = await sql`
    select from payout_downloads where file_id = ${fileId} and user_id = ${userId} limit 1`.execute(db)
  if (rows.length > 0) fail('payout.own_download')
}

async function lockFile(db: Db, runId: number, fileId: number) {
  await lockRuns(db)
  return (await payoutFiles(db, runId)).find((file) => file.id === fileId) ?? fail('payout.not_found')
}
