import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { PayoutSettings, payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { placeOf, sealedNumber } from '../offline/sealed-numbers.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { FieldSealer } from '../platform/secrets/sealed-field.ts'

/** Id of the single row. */
const theSettings = 1
const column = { table: 'payout_settings', column: 'account_sealed' } as const

const nothingYet: PayoutSettings = {
  version: 0,
  bankName: '',
  routingNumber: '',
  last4: '',
  immediateDestination: '',
  immediateOrigin: '',
  companyName: '',
  companyId: '',
  entryDescription: 'COMMISSION',
  accountKind: 'checking',
  balanced: false,
}

const labels = {
  bankName: 'Bank name',
  routingNumber: 'Routing number',
  last4: 'Account ends in',
  immediateDestination: 'Immediate destination',
  immediateOrigin: 'Immediate origin',
  companyName: 'Company name',
  companyId: 'Company id',
  entryDescription: 'Entry description',
  accountKind: 'Account type',
  balanced: 'Balanced file',
} as const

/** The agency's account and names at its bank; version 0 before they are entered. */
export async function findPayoutSettings(db: Db): Promise<PayoutSettings> {
  const { rows } = await sql<PayoutSettings>`
    select version, bank_name as "bankName", routing_number as "routingNumber", account_last4 as last4,
      immediate_destination as "immediateDestination", immediate_origin as "immediateOrigin", company_name as "companyName",
      company_id as "companyId", entry_description as "entryDescription", account_kind as "accountKind", balanced
    from payout_settings`.execute(db)
  return rows[0] ?? nothingYet
}

/** Number of the agency's account, for the debits of a balanced file. */
export async function openAgencyAccount(db: Db, sealer: FieldSealer): Promise<string> {
  const { rows } = await sql<{ sealed: Buffer }>`select account_sealed as sealed from payout_settings`.execute(db)
  return sealer.open(placeOf(column, theSettings), rows[0]?.sealed ?? fail('server.error'))
}

/** Saves them; rejects edits based on an older version (P-74). The account number is needed once, then only to change it. */
export const savePayoutSettings: Handler<typeof payoutSettings.save> = (call, { version, accountNumber, ...names }) =>
  inTransaction(call.db, async (db) => {
    await sql`lock table payout_settings in share row exclusive mode`.execute(db)
    const before = await findPayoutSettings(db)
    if (before.version !== version) return await refuseEditConflict(db, 'payout-settings', theSettings, version)
    if (accountNumber === '' && before.version === 0) {
      const message = 'Account number is required'
      fail('request.invalid', { message, details: [{ path: 'accountNumber', message }] })
    }
    const number = sealedNumber(call.services.sealer, column, theSettings, accountNumber || null)
    await sql`
      insert into payout_settings (version, bank_name, routing_number, account_sealed, account_last4, immediate_destination,
        immediate_origin, company_name, company_id, entry_description, account_kind, balanced)
      select ${version + 1}, ${names.bankName}, ${names.routingNumber}, coalesce(${number.sealed}::bytea, s.account_sealed),
        coalesce(${number.last4}, s.account_last4), ${names.immediateDestination}, ${names.immediateOrigin}, ${names.companyName},
        ${names.companyId}, ${names.entryDescription}, ${names.accountKind}, ${names.balanced}
      from (values (1)) one left join payout_settings s on true
      on conflict (id) do update set version = excluded.version, bank_name = excluded.bank_name,
        routing_number = excluded.routing_number, account_sealed = excluded.account_sealed, account_last4 = excluded.account_last4,
        immediate_destination = excluded.immediate_destination, immediate_origin = excluded.immediate_origin,
        company_name = excluded.company_name, company_id = excluded.company_id,
        entry_description = excluded.entry_description, account_kind = excluded.account_kind,
        balanced = excluded.balanced`.execute(db)
    const saved = await findPayoutSettings(db)
    const inWords = ({ version: _, ...fields }: PayoutSettings) => fields
    const changes = fieldChanges(labels, inWords(before), inWords(saved))
    await keepChange(db, {
      entity: 'payout-settings',
      id: theSettings,
      version: saved.version,
      action: version === 0 ? 'Created' : 'Changed',
      by: call.user.id,
      changes,
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'payout-settings',
      entityId: theSettings,
      outcome: 'done',
      facts: { fields: changes.map(({ field }) => field).join(', ') },
    })
    return saved
  })
