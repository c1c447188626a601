import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { bankingDayAfter } from '@coverdesk/domain/payouts/banking-days.ts'
import type { payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import type { payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { sql } from 'kysely'
import { insertAgent } from '../../agents/test-agents.ts'
import { sealedNumber } from '../../offline/sealed-numbers.ts'
import { findPayoutSettings } from '../../payouts/payout-settings.ts'
import { closedRun } from '../back-office/payment-examples.ts'
import { common, done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

const account = {
  routingNumber: '123456780',
  accountNumber: '000123456789',
  kind: 'checking' as const,
  holder: 'consumer' as const,
  holderName: 'Pat Example',
  startDate: '2026-01-01',
}

/** A waiting account of an agent, entered by another user. */
async function waiting({ agency, me }: Scene, agentId: number | null): Promise<{ id: number; version: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into bank_accounts (agent_id, routing_number, account_sealed, account_search, account_last4, kind, holder, holder_name,
      start_date, entered_by)
    select ${agentId}, '123456780', '', '', '6789', 'checking', 'consumer', 'Pat Example', '2026-01-01', max(u.id)
    from users u where u.id <> ${me.userId} returning id`.execute(agency.db)
  return { id: rows[0]?.id ?? 0, version: 1 }
}

const missing = { id: nowhere, version: 1 }
const status = { action: 'status', entity: 'bank-account' }

export const bankAccountExamples: ExamplesOf<typeof bankAccounts> = {
  list: nothing,
  enter: {
    answers: ofOneAgent,
    own: ({ me }) => ({ ...account, agentId: me.agentId ?? 0 }),
    others: ({ other }) => ({ ...account, agentId: other.agentId ?? 0 }),
    missing: () => ({ ...account, agentId: nowhere }),
    leaves: { action: 'create', entity: 'bank-account' },
  },
  decide: {
    answers: { own: 403, others: 200, missing: 404 },
    own: async (scene) => ({ ...(await waiting(scene, scene.me.agentId)), approve: false }),
    others: async (scene) => ({ ...(await waiting(scene, scene.other.agentId)), approve: false }),
    missing: () => ({ ...missing, approve: false }),
    leaves: status,
  },
  end: {
    answers: ofOneAgent,
    own: (scene) => waiting(scene, scene.me.agentId),
    others: (scene) => waiting(scene, scene.other.agentId),
    missing: () => missing,
    leaves: status,
  },
  own: {
    ...nothing,
    shows: async (scene) => {
      await waiting(scene, scene.me.agentId)
      return {}
    },
  },
  enterOwn: { answers: done, own: () => account, leaves: { action: 'create', entity: 'bank-account' } },
}

export const payoutSettingsExamples: ExamplesOf<typeof payoutSettings> = {
  read: {
    answers: done,
    own: async ({ agency }) => {
      await insertSettings(agency.db)
      return {}
    },
  },
  save: {
    answers: done,
    own: async ({ agency }) => {
      const { version } = await findPayoutSettings(agency.db)
      return {
        version,
        bankName: 'First Bank',
        routingNumber: '123456780',
        accountNumber: `9900${version}112233`,
        immediateDestination: '123456780',
        immediateOrigin: '1234567890',
        companyName: `Agency ${version}`,
        companyId: '1234567890',
        entryDescription: 'COMMISSION',
      }
    },
    leaves: { action: 'update', entity: 'payout-settings' },
  },
}

const insertSettings = (db: Scene['agency']['db']) =>
  sql`
    insert into payout_settings (bank_name, routing_number, account_sealed, account_last4, immediate_destination, immediate_origin,
      company_name, company_id)
    values ('First Bank', '123456780', '', '1234', '123456780', '1234567890', 'Agency', '1234567890') on conflict do nothing`.execute(
    db,
  )

/** A closed run that pays an agent with an approved account; the effective date is any banking day ahead. */
async function payable(scene: Scene): Promise<{ id: number; effectiveOn: string; credit: string }> {
  const { agency, me } = scene
  const { id } = await closedRun(scene)
  const agentId = await insertAgent(agency, 'Ida Payee')
  await insertSettings(agency.db)
  const next = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('bank_accounts', 'id')) as id`.execute(agency.db)
  const accountId = next.rows[0]?.id ?? 0
  const number = sealedNumber(
    agency.services.sealer,
    { table: 'bank_accounts', column: 'account_sealed' },
    accountId,
    '12345678',
  )
  await sql`
    insert into bank_accounts (id, agent_id, routing_number, account_sealed, account_search, account_last4, kind, holder, holder_name,
      start_date, entered_by, decided_by, status)
    overriding system value
    select ${accountId}, ${agentId}, '123456780', ${number.sealed}, ${number.search}, '5678', 'checking', 'consumer', 'Ida Payee',
      '2020-01-01', min(u.id), ${me.userId}, 'approved' from users u where u.id <> ${me.userId}`.execute(agency.db)
  await sql`
    insert into payments (batch_id, run_id, agent_id, type_id, month, amount)
    select batch_id, id, ${agentId}, 1, month, 10 from pay_runs where id = ${id}`.execute(agency.db)
  return { id, effectiveOn: bankingDayAfter(todayIn(agency.services.now())), credit: '10.00' }
}

/** A file of such a run. */
async function fileOf(scene: Scene): Promise<{ id: number; fileId: number }> {
  const { agency, me } = scene
  const run = await payable(scene)
  const next = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('payout_files', 'id')) as id`.execute(agency.db)
  const fileId = next.rows[0]?.id ?? 0
  const place = { table: 'payout_files', row: String(fileId), column: 'content_sealed' }
  await sql`
    insert into payout_files (id, run_id, effective_on, of_day, entries, entry_hash, credit, sha256, content_sealed, created_at, created_by)
    overriding system value
    values (${fileId}, ${run.id}, ${run.effectiveOn}::date, 0, 1, '0012345678', 10, '', ${agency.services.sealer.seal(place, 'text')},
      now(), ${me.userId})`.execute(agency.db)
  return { id: run.id, fileId }
}

const nowhereFile = { id: nowhere, fileId: nowhere }

export const payoutExamples: ExamplesOf<typeof payouts> = {
  preview: { answers: common, own: closedRun, missing: () => ({ id: nowhere }) },
  make: {
    answers: common,
    own: payable,
    missing: () => ({ id: nowhere, effectiveOn: bankingDayAfter(todayIn(new Date())), credit: '10.00' }),
    leaves: { action: 'create', entity: 'payout-file' },
  },
  download: {
    answers: common,
    own: fileOf,
    missing: () => nowhereFile,
    leaves: { action: 'export', entity: 'payout-file' },
  },
  discard: {
    answers: common,
    own: async (scene) => ({ ...(await fileOf(scene)), reason: 'Not sent' }),
    missing: () => ({ ...nowhereFile, reason: 'Not sent' }),
    leaves: { action: 'delete', entity: 'payout-file' },
  },
}
