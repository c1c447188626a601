import type { DisputeDelivery, DisputeRow, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { canSend, isTestInbox, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { exportAs } from '../platform/exports/export-as.ts'
import { headOfExport } from '../platform/exports/export-query.ts'
import type { ExportFormat, ExportRow } from '../platform/exports/export-table.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import type { Attachment } from '../platform/integrations/gateway.ts'
import { orderOf } from '../platform/lists/list-where.ts'
import { changeDispute, lockVersion } from './answer-dispute.ts'
import { disputePack } from './dispute-list.ts'
import { findDispute } from './dispute-queries.ts'

/**
 * Queues an email with the pack to the carrier, with the files as they are now, and marks the dispute as sent to that address. Fails
 * with `dispute.decided` once it has an outcome, and with `dispute.no_mail` where no email is sent.
 */
export const emailDispute: Handler<typeof disputes.email> = (call, { id, version, to, message }) =>
  inTransaction(call.db, async (db) => {
    const { config } = call.services
    if (!canSend(config, 'email')) fail('dispute.no_mail')
    const before = await lockVersion(db, id, version)
    if (before.outcome !== null) fail('dispute.decided')
    const rows = await rowsOf(db, before)
    const messageId = await queueMessage(db, call.services, {
      kind: 'dispute-pack',
      channel: 'email',
      userId: call.user.id,
      recipient: to,
      language: 'en',
      facts: { subject: subjectOf(before), written: message },
      replyTo: await ownEmail(db, call.user.id),
      attachments: [
        await packFile(call, before, { format: 'xlsx', rows }),
        await packFile(call, before, { format: 'pdf', rows }),
      ],
    })
    await recordExport(db, call, before, rows.length)
    const sentOn = todayIn(call.now)
    return await changeDispute(db, call, before, {
      action: 'Emailed',
      // Nothing delivers the messages of a demo, which can be read at /outbox.
      set: sql`sent_on = ${sentOn}, sent_to = ${to}, message_id = ${isTestInbox(config, 'email') ? null : messageId}::uuid`,
      changes: [
        { field: 'Sent', old: before.sentOn && showDate(before.sentOn), new: showDate(sentOn) },
        { field: 'Sent to', old: before.sentTo, new: to },
      ],
    })
  })

const subjectOf = ({ id, carrier, stake }: DisputeRow) =>
  `Commission dispute ${id} with ${carrier}: ${showMoney(stake)}`

/** Rows of the pack in the order of its list. */
async function rowsOf(db: Db, dispute: DisputeRow): Promise<ExportRow[]> {
  const { list, columns } = disputePack(dispute)
  const cells = columns.map(({ expression }) => `(${expression})::text`).join(', ')
  const { rows } = await sql<{ cells: ExportRow }>`
    select array[${sql.raw(cells)}] as cells from ${sql.raw(list.table)} ${sql.raw(list.joins)}
    where i.dispute_id = ${dispute.id} order by ${sql.raw(orderOf(list, { pageNumber: 1, pageSize: 1 }).by)}`.execute(
    db,
  )
  return rows.map(({ cells }) => cells)
}

async function packFile(
  call: SignedInCall,
  dispute: DisputeRow,
  { format, rows }: { format: ExportFormat; rows: readonly ExportRow[] },
): Promise<Attachment> {
  const { title, columns } = disputePack(dispute)
  const head = headOfExport(call, { title, columns, filters: [] })
  const file = exportAs(format, { ...head, totalRows: rows.length, rows: once(rows) })
  const content = Buffer.concat(await file.body.toArray())
  return { name: file.fileName, mediaType: file.contentType, content }
}

async function* once(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  if (rows.length > 0) yield rows
}

async function ownEmail(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select email from users where id = ${userId}`.execute(db)
  return rows[0]?.email ?? null
}

/** Who left the agency with the pack, as for a downloaded file. */
async function recordExport(db: Db, call: SignedInCall, { id }: DisputeRow, rows: number): Promise<void> {
  const { rows: found } = await sql<{ ids: string }>`
    select array_agg(variance_id)::text as ids from dispute_items where dispute_id = ${id}`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'export',
    entity: 'variance',
    outcome: 'done',
    facts: { format: 'xlsx pdf', rows, list: 'dispute_items', dispute: id },
    subjects: found[0]?.ids ?? undefined,
  })
}

/** What became of a dispute's newest email. Fails with `record.not_found`. */
export async function deliveryOf(db: Db, id: number): Promise<DisputeDelivery> {
  await findDispute(db, id)
  const { rows } = await sql<DisputeDelivery>`
    select case when o.sent_at is not null then 'sent' when o.given_up_at is not null then 'failed' else 'waiting' end as state, o.recipient
    from disputes d join outbox o on o.id = d.message_id where d.id = ${id}`.execute(db)
  return rows[0] ?? { state: 'none', recipient: null }
}
