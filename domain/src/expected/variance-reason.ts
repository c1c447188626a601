import { amountOf, showMoney } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import { lastCovered } from './coverage.ts'
import { graceEnd } from './grace-end.ts'
import { showMonth } from './month-count.ts'
import type { CarrierFacts, PolicyFacts } from './policy-facts.ts'
import { type LedgerMonth, personIn } from './policy-ledger.ts'
import { type ScheduleRow, whyNot } from './schedule-row.ts'
import { repeatedLine } from './variance-class.ts'

const money = (cents: number) => showMoney(amountOf(cents))

/** Why a month is in its class, in one sentence. */
export function varianceReason(month: LedgerMonth, policy: PolicyFacts, carrier: CarrierFacts): string {
  const { amount, received, holder } = month
  const short = `${money(amount)} is due and ${money(received)} came`
  switch (month.class) {
    case 'missing':
      return `No line of the ${showMonth(month.dueWith)} statement or an earlier one pays ${showMonth(month.month)}.`
    case 'short':
      return `${short}.`
    case 'over':
      return `${short}, ${money(received - amount)} too much.`
    case 'duplicate':
      return `The same payment is on the ${showMonth(repeatedLine(month, carrier)?.statement ?? month.dueWith)} statement more than once: ${short}.`
    case 'renewal rate on new business':
      return `${short}, which is the amount of a renewal, but the policy is new business.`
    case 'wrong agent or NPN':
      return `Paid to NPN ${foreignNpn(month) ?? ''}, but the agent of record has NPN ${holder?.npn ?? ''}.`
    case 'chargeback not returned':
      return `Money was taken back for a month in force and the ${showMonth(month.dueWith)} statement didn’t return it: ${short}.`
    case 'paid after termination':
      return `${money(received)} came for a month after the coverage ended${endOf(personIn(policy, month.month))}.`
    case 'not expected':
      return notExpected(month)
    case 'not compared':
      if (month.isBeforeAgent && policy.agentBegan !== null)
        return `The agent of record began on ${showDate(policy.agentBegan)}; who was paid before is not known.`
      return `Due with the ${showMonth(month.dueWith)} statement, which is before your first one.`
    case 'not due yet':
      return month.state === 'waiting'
        ? notPaid(graceEnd(policy, month.month, carrier))
        : `Due with the ${showMonth(month.dueWith)} statement, which hasn’t come.`
    case 'not rated':
      return month.row ? 'The file doesn’t say the members or the premium.' : noRow(month, carrier)
    case 'exact':
      return amount === 0 ? nothingDue(month) : 'What is due came.'
  }
}

/** Names the fact missing in the carrier's file, if a row would apply for any value of it. */
function noRow({ facts }: LedgerMonth, { rows }: CarrierFacts): string {
  const applies = (any: Partial<ScheduleRow>) => rows.some((row) => whyNot({ ...row, ...any }, facts) === null)
  const said = 'No row of the schedule applies'
  if (facts.state === null && applies({ states: [] }))
    return `${said}: the rows are for some states, and the file doesn’t say the policy’s.`
  if (facts.plan === null && applies({ scope: 'all' }))
    return `${said}: the rows are for some plans, and the file doesn’t say the policy’s.`
  return `${said}.`
}

function notPaid(grace: string | null): string {
  const said = 'The insured hasn’t paid the premium of this month.'
  return grace === null ? said : `${said} The grace period ends on ${showDate(grace)}.`
}

function foreignNpn({ holder, pieces }: LedgerMonth): string | null {
  return pieces.find(({ line }) => line.npn !== null && line.npn !== holder?.npn)?.line.npn ?? null
}

function endOf({ versions }: PolicyFacts): string {
  const term = versions.at(-1)?.term
  if (term) return ` on ${showDate(term)}`
  const last = lastCovered(versions)
  return last === null || last < 0 ? '' : ` with ${showMonth(last)}`
}

function nothingDue({ received, isOurs, holder, rule }: LedgerMonth): string {
  if (received === 0 && rule === 'not eligible')
    return 'Nothing is expected: the carrier’s file says that the policy is not eligible for commission.'
  if (received === 0 && !isOurs) return `Nothing is expected: no agent here has NPN ${holder?.npn ?? ''}.`
  return 'Nothing is due and nothing came.'
}

function notExpected({ received, isOurs, isInForce, state, row, rule }: LedgerMonth): string {
  const came = received < 0 ? `${money(0 - received)} was taken back` : `${money(received)} came`
  if (!isInForce) return `${came}, but the policy wasn’t in force.`
  if (!isOurs) return `${came}, but the agent of record isn’t one of ours.`
  if (state === 'void') return `${came}, but the insured never paid this month and the policy ended.`
  if (rule === 'not eligible')
    return `${came}, but the carrier’s file says that the policy is not eligible for commission.`
  return row && !row.isCommissionable ? `${came}, but the schedule pays no commission.` : `${came}, but nothing is due.`
}
