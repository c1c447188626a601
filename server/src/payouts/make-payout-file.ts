import { createHash } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { agencyTimeZone } from '@coverdesk/domain/fields/agency-moment.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { whyNoPayday } from '@coverdesk/domain/payouts/banking-days.ts'
import { type NachaEntry, type NachaFile, nachaFile } from '@coverdesk/domain/payouts/nacha-file.ts'
import type { payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { sql } from 'kysely'
import { placeOf } from '../offline/sealed-numbers.ts'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { type OpenPayout, openPayouts, previewPayouts } from './payout-queries.ts'
import { findPayoutSettings, openAgencyAccount } from './payout-settings.ts'

/**
 * Makes the file of a closed run for a banking day, of agents with an approved account who are in no other file of the run. It is
 * stored as it was made, so that a second download has the same bytes.
 */
export const makePayoutFile: Handler<typeof payouts.make> = (call, { id, effectiveOn, credit, settingsVersion }) =>
  inTransaction(call.db, async (db) => {
    await lockRuns(db)
    // The settings stay as they are compared.
    await sql`lock table payout_settings in share mode`.execute(db)
    const today = todayIn(call.now)
    const wrongDay = whyNoPayday(effectiveOn, today)
    if (wrongDay !== null)
      fail('request.invalid', { message: wrongDay, details: [{ path: 'effectiveOn', message: wrongDay }] })
    const preview = await previewPayouts(db, id, effectiveOn)
    if (preview.refused !== null) fail('payout.refused', { message: preview.refused })
    if (settingsVersion !== undefined && settingsVersion !== preview.settingsVersion)
      fail('payout.changed', {
        message:
          'The bank for paying agents has changed since you saw this. Check where the money comes from, then make the file',
      })
    // One read is compared and sent: an account that is approved in between is in the next file.
    const paid = (await openPayouts(db, id, effectiveOn)).filter(({ accountId }) => accountId !== null)
    if (paid.reduce((sum, { amount }) => sum + amount, 0) !== cents(credit)) fail('payout.changed')
    await store(db, call, { id, effectiveOn, today }, paid)
    return await previewPayouts(db, id, effectiveOn)
  })

interface Payday {
  id: number
  effectiveOn: string
  today: string
}

async function store(
  db: Db,
  call: SignedInCall,
  { id, effectiveOn, today }: Payday,
  paid: readonly OpenPayout[],
): Promise<void> {
  const { sealer } = call.services
  const next = await sql<{ id: number; ofDay: number }>`
    select nextval(pg_get_serial_sequence('payout_files', 'id')) as id, (
      select count(*)::int from payout_files where (created_at at time zone ${agencyTimeZone})::date = ${today}::date) as "ofDay"`.execute(
    db,
  )
  const { id: fileId, ofDay } = next.rows[0] ?? fail('server.error')
  const dates = { createdOn: today, createdAt: clock.format(call.now).replace(':', ''), effectiveOn, ofDay }
  const settings = await findPayoutSettings(db)
  const offset = settings.balanced
    ? { accountNumber: await openAgencyAccount(db, sealer), kind: settings.accountKind }
    : null
  const file = madeOf({ ...settings, offset }, dates, paid.map(entryOf(call)))
  const hash = createHash('sha256').update(file.text).digest('hex')
  const content = sealer.seal({ table: 'payout_files', row: String(fileId), column: 'content_sealed' }, file.text)
  await sql`
    insert into payout_files (id, run_id, effective_on, of_day, entries, entry_hash, credit, debit, sha256, content_sealed,
      created_at, created_by)
    overriding system value
    values (${fileId}, ${id}, ${effectiveOn}::date, ${ofDay}, ${file.entries}, ${file.entryHash}, ${amountOf(file.credit)}::numeric,
      ${amountOf(file.debit)}::numeric, ${hash}, ${content}, ${call.now}, ${call.user.id})`.execute(db)
  for (const { agentId, accountId, amount } of paid)
    await sql`
      insert into payout_entries (file_id, run_id, agent_id, bank_account_id, amount)
      values (${fileId}, ${id}, ${agentId}, ${accountId}, ${amountOf(amount)}::numeric)`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'payout-file',
    entityId: fileId,
    outcome: 'done',
    facts: { run: id, entries: file.entries, credit: amountOf(file.credit), debit: amountOf(file.debit), effectiveOn },
  })
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: agencyTimeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const entryOf =
  ({ services: { sealer } }: SignedInCall) =>
  ({ agentId, npn, sealed, accountId, holderName, ...payout }: OpenPayout): NachaEntry => ({
    ...payout,
    accountNumber: sealer.open(placeOf({ table: 'bank_accounts', column: 'account_sealed' }, accountId ?? 0), sealed),
    name: holderName,
    individualId: npn ?? `A${agentId}`,
  })

function madeOf(...of: Parameters<typeof nachaFile>): NachaFile {
  try {
    return nachaFile(...of)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fail('payout.refused', { message: error.message })
  }
}
