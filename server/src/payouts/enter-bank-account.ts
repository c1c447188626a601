import { fail } from '@coverdesk/domain/fail.ts'
import type { BankAccount, bankAccounts, OwnBankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { keepChange } from '../history/record-changes.ts'
import { sealedNumber } from '../offline/sealed-numbers.ts'
import { lockAgent } from '../pay-terms/pay-term-kind.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findBankAccount } from './bank-account-queries.ts'
import { keepReplaced } from './keep-replaced.ts'
import { notifyOfBankAccount } from './notify-of-bank-account.ts'

const column = { table: 'bank_accounts', column: 'account_sealed' } as const

/** Enters the account of an agent whom the user sees. It waits until a second person approves it. */
export const enterBankAccount: Handler<typeof bankAccounts.enter> = async (call, { agentId, ...account }) => {
  const visibility = call.user.visibility('AgentPayment')
  if (!visibility.all && !visibility.agentIds.includes(agentId)) fail('agent.not_found')
  return await inTransaction(call.db, (db) => enter(db, call, agentId, account))
}

/** Enters the account of the user's own agent. */
export const enterOwnBankAccount: Handler<typeof bankAccounts.enterOwn> = async (call, account) => {
  const agentId = call.user.ownAgentId ?? fail('agent.not_found')
  return { ...(await inTransaction(call.db, (db) => enter(db, call, agentId, account))), sameAs: null }
}

async function enter(
  db: Db,
  call: SignedInCall,
  agentId: number,
  account: z.output<typeof OwnBankAccount>,
): Promise<BankAccount> {
  await lockAgent(db, agentId)
  const next = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('bank_accounts', 'id')) as id`.execute(db)
  const id = next.rows[0]?.id ?? fail('server.error')
  const { sealed, search, last4 } = sealedNumber(call.services.sealer, column, id, account.accountNumber)
  // A newer entry takes the place of one that waits, so that the one who decides sees a single account.
  const waiting = await sql<{ id: number; version: number }>`
    update bank_accounts set status = 'withdrawn', version = version + 1
    where agent_id = ${agentId} and status = 'waiting' returning id, version`.execute(db)
  for (const row of waiting.rows) await keepReplaced(db, row, call.user.id)
  await sql`
    insert into bank_accounts (id, agent_id, routing_number, account_sealed, account_search, account_last4, kind, holder, holder_name,
      start_date, entered_by)
    overriding system value
    values (${id}, ${agentId}, ${account.routingNumber}, ${sealed}, ${search}, ${last4}, ${account.kind}, ${account.holder},
      ${account.holderName}, ${account.startDate}::date, ${call.user.id})`.execute(db)
  await keepChange(db, {
    entity: 'bank-account',
    id,
    version: 1,
    action: 'Entered',
    by: call.user.id,
    changes: [{ field: 'Account', old: null, new: `ends in ${last4}` }],
  })
  // Never the number, and not the last digits either: the record of audit is copied elsewhere.
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'bank-account',
    entityId: id,
    outcome: 'done',
    facts: { agent: agentId },
  })
  await notifyOfBankAccount(db, call, agentId, 'waiting')
  return await findBankAccount(db, { all: true }, id)
}
