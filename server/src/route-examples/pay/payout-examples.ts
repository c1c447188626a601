import type { bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import type { payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { sql } from 'kysely'
import { findPayoutSettings } from '../../payouts/payout-settings.ts'
import { done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
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
    answers: { own: 403, others: 404, seesAll: 200, missing: 404 },
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
  read: nothing,
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
      }
    },
    leaves: { action: 'update', entity: 'payout-settings' },
  },
}
