import { fail } from '@coverdesk/domain/fail.ts'
import type { BankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { bankAccountList } from './bank-account-list.ts'

/** An account of an agent that the user sees. `lock` locks it until the transaction ends. */
export async function findBankAccount(db: Db, visibility: Visibility, id: number, lock = false): Promise<BankAccount> {
  if (lock) await sql`select from bank_accounts where id = ${id} for no key update`.execute(db)
  const visible = visibility.all ? sql`true` : sql`t.agent_id = any(${visibility.agentIds}::bigint[])`
  const [account] = await bankAccountsOf(db, sql`t.id = ${id} and ${visible}`)
  return account ?? fail('bank_account.not_found')
}

/** Accounts of the user's own agent, newest first. */
export async function ownBankAccounts(db: Db, agentId: number | null): Promise<BankAccount[]> {
  if (agentId === null) return []
  const accounts = await bankAccountsOf(db, sql`t.agent_id = ${agentId}`)
  // Other agents with the same account are for the one who approves.
  return accounts.map((account) => ({ ...account, sameAs: null }))
}

async function bankAccountsOf(db: Db, condition: RawBuilder<unknown>): Promise<BankAccount[]> {
  const { rows } = await sql<BankAccount>`
    ${selectList(bankAccountList)}
    where ${condition} order by t.id desc`.execute(db)
  return rows
}
