import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { AccountStatus, BankAccount, bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { lockAgent } from '../pay-terms/pay-term-kind.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findBankAccount } from './bank-account-queries.ts'
import { keepReplaced } from './keep-replaced.ts'
import { notifyOfBankAccount } from './notify-of-bank-account.ts'

/**
 * Approves or refuses a waiting account. The user who entered it and the agent whose account it is never decide. Approval ends the
 * agent's account before it on the day before the new one starts.
 */
export const decideBankAccount: Handler<typeof bankAccounts.decide> = (call, { id, version, approve }) =>
  inTransaction(call.db, async (db) => {
    // Like runs, decisions are for all agents.
    const account = await lockAccount(db, { all: true }, id, version)
    if (account.status !== 'waiting') fail('bank_account.decided')
    if (account.enteredById === call.user.id || account.agentId === call.user.ownAgentId) fail('bank_account.own')
    if (approve) await endAccountBefore(db, call, account)
    const status = approve ? 'approved' : 'refused'
    await sql`
      update bank_accounts set status = ${status}, decided_by = ${call.user.id}, decided_at = ${call.now}, version = version + 1
      where id = ${id}`.execute(db)
    return await finish(db, call, account, status, approve ? 'Approved' : 'Refused')
  })

/** Stops payments to an account from today on; one that waits, or was not used yet, is withdrawn. */
export const endBankAccount: Handler<typeof bankAccounts.end> = (call, { id, version }) =>
  inTransaction(call.db, async (db) => {
    const account = await lockAccount(db, call.user.visibility('AgentPayment'), id, version)
    const today = todayIn(call.now)
    if (account.status === 'refused' || account.status === 'withdrawn') fail('bank_account.decided')
    if (account.endDate !== null && account.endDate < today) return account
    const isUsed = account.status === 'approved' && account.startDate < today
    await sql`
      update bank_accounts set version = version + 1, status = ${isUsed ? 'approved' : 'withdrawn'},
        end_date = ${isUsed ? sql`${today}::date - 1` : sql`end_date`}
      where id = ${id}`.execute(db)
    return await finish(db, call, account, 'withdrawn', isUsed ? 'Ended' : 'Withdrawn')
  })

async function lockAccount(db: Db, visibility: Visibility, id: number, version: number): Promise<BankAccount> {
  const { agentId } = await findBankAccount(db, visibility, id)
  await lockAgent(db, agentId)
  const account = await findBankAccount(db, visibility, id, true)
  return account.version === version ? account : await refuseEditConflict(db, 'bank-account', id, version)
}

/** Ends what is used on the first day of a new account; one that would have started later is withdrawn. */
async function endAccountBefore(db: Db, { user }: SignedInCall, { agentId, startDate }: BankAccount): Promise<void> {
  const { rows } = await sql<{ id: number; version: number }>`
    update bank_accounts set version = version + 1, status = case when start_date < ${startDate}::date then status else 'withdrawn' end,
      end_date = case when start_date < ${startDate}::date then ${startDate}::date - 1 else end_date end
    where agent_id = ${agentId} and status = 'approved' and (end_date is null or end_date >= ${startDate}::date)
    returning id, version`.execute(db)
  for (const row of rows) await keepReplaced(db, row, user.id)
}

async function finish(
  db: Db,
  call: SignedInCall,
  { id, agentId, version }: BankAccount,
  news: AccountStatus,
  action: string,
): Promise<BankAccount> {
  await keepChange(db, {
    entity: 'bank-account',
    id,
    version: version + 1,
    action,
    by: call.user.id,
    changes: [{ field: 'Status', old: null, new: action }],
  })
  await writeAudit(db, call.audit, {
    action: 'status',
    entity: 'bank-account',
    entityId: id,
    outcome: 'done',
    facts: { agent: agentId, decision: action },
  })
  await notifyOfBankAccount(db, call, agentId, news)
  return await findBankAccount(db, { all: true }, id)
}
