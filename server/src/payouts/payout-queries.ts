import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { PayoutFile, Payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { sql } from 'kysely'
import { findRun } from '../pay-runs/pay-run-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import { findPayoutSettings } from './payout-settings.ts'

/** Payment of an agent that is in no file of the run yet, with the account of the day, if any. */
export interface OpenPayout {
  agentId: number
  agent: string
  npn: string | null
  /** Whole cents. */
  amount: number
  accountId: number | null
  routingNumber: string
  sealed: Buffer
  kind: 'checking' | 'savings'
  holder: 'consumer' | 'business'
  holderName: string
  /** An account waits for approval. */
  isWaiting: boolean
}

/** Payments of a run's batch by agent that are in no file yet, with the approved account of a day. */
export async function openPayouts(db: Db, runId: number, day: string): Promise<OpenPayout[]> {
  const { rows } = await sql<OpenPayout>`
    select p.agent_id as "agentId", a.name as agent, a.npn, p.amount, b.id as "accountId", b.routing_number as "routingNumber",
      b.account_sealed as sealed, b.kind, b.holder, b.holder_name as "holderName",
      exists (select from bank_accounts w where w.agent_id = p.agent_id and w.status = 'waiting') as "isWaiting"
    from (
      select y.agent_id, (sum(y.amount) * 100)::bigint as amount from payments y where y.run_id = ${runId}
      group by 1 having sum(y.amount) > 0) p
    join agents a on a.id = p.agent_id
    left join bank_accounts b on b.agent_id = p.agent_id and b.status = 'approved' and b.start_date <= ${day}::date
      and (b.end_date is null or b.end_date >= ${day}::date)
    where not exists (
      select from payout_entries e where e.run_id = ${runId} and e.agent_id = p.agent_id and not e.discarded)
    order by a.search_name, a.id`.execute(db)
  return rows
}

/** What a file of a run would pay on a day, who is left out, and its files. Fails with `pay_run.open` for a draft. */
export async function previewPayouts(db: Db, id: number, day: string): Promise<Payouts> {
  const run = await findRun(db, id)
  if (run.closedAt === null) fail('pay_run.open')
  const [open, files, settings] = [
    await openPayouts(db, id, day),
    await payoutFiles(db, id),
    await findPayoutSettings(db),
  ]
  const paid = open.filter(({ accountId }) => accountId !== null)
  return {
    id,
    effectiveOn: day,
    refused: refusalOf({
      isPaid: run.status === 'Paid',
      isBankKnown: settings.version > 0,
      isMade: files.some(({ discarded }) => discarded === null),
      open,
      paid,
    }),
    account: settings.version > 0 ? `${settings.bankName}, account ending in ${settings.last4}` : null,
    isBalanced: settings.balanced,
    settingsVersion: settings.version,
    agents: paid.length,
    credit: amountOf(paid.reduce((sum, { amount }) => sum + amount, 0)),
    leftOut: open
      .filter(({ accountId }) => accountId === null)
      .map(({ agentId, agent, amount, isWaiting }) => ({
        agentId,
        agent,
        amount: amountOf(amount),
        why: isWaiting ? 'The account waits for approval' : 'No bank account on this day',
      })),
    files,
  }
}

function refusalOf({
  isPaid,
  isBankKnown,
  isMade,
  open,
  paid,
}: {
  isPaid: boolean
  isBankKnown: boolean
  isMade: boolean
  open: readonly OpenPayout[]
  paid: readonly OpenPayout[]
}): string | null {
  if (isPaid) return 'The batch is paid'
  if (open.length === 0) return isMade ? 'All payments of this run are in a file' : 'This run pays no agent'
  if (!isBankKnown) return 'Enter the bank for paying agents under Agency first'
  if (paid.length > 0) return null
  return isMade
    ? 'The file below pays each agent who has an approved bank account'
    : 'No agent to pay has an approved bank account'
}

const userName = (id: string) =>
  sql.raw(`(select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name)
    from users u left join contacts c on c.id = u.contact_id where u.id = ${id})`)

/** Files of a run, newest first. */
export async function payoutFiles(db: Db, runId: number): Promise<PayoutFile[]> {
  const { rows } = await sql<PayoutFile>`
    select f.id, f.effective_on::text as "effectiveOn", ${sql.raw(instantOf('f.created_at'))} as "createdAt",
      ${userName('f.created_by')} as "createdBy", f.entries, f.entry_hash as "entryHash", f.credit::text as credit, f.debit::text as debit, f.sha256,
      coalesce((select jsonb_agg(jsonb_build_object('by', ${userName('d.user_id')}, 'at', ${sql.raw(instantOf('d.at'))}) order by d.id)
        from payout_downloads d where d.file_id = f.id), '[]') as downloads,
      case when f.discarded_at is not null then jsonb_build_object('by', ${userName('f.discarded_by')},
        'at', ${sql.raw(instantOf('f.discarded_at'))}, 'reason', f.discard_reason) end as discarded
    from payout_files f where f.run_id = ${runId} order by f.id desc`.execute(db)
  return rows
}
