import { type RawBuilder, sql } from 'kysely'
import { seesAgencyAmounts } from '../platform/auth/pay-readers.ts'
import type { SignedIn } from '../platform/auth/session.ts'

/** What a user sees of commission_month_totals `t`: lines with an agent, as the list of statements adds them up. */
export function monthTotalsFor(user: SignedIn): { amount: RawBuilder<string>; isVisible: RawBuilder<boolean> } {
  const visibility = user.visibility('Statement')
  return {
    amount: sql.ref(seesAgencyAmounts(user) ? 't.amount' : 't.pay'),
    isVisible: visibility.all
      ? sql<boolean>`t.agent_id is not null`
      : sql<boolean>`t.agent_id = any(${visibility.agentIds}::bigint[])`,
  }
}
