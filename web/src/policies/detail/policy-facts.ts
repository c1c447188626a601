import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import type { ReactNode } from 'react'
import type { Fact } from '../../ui/page/definition-grid.tsx'

/**
 * Name/value rows of a policy (POLICY-07), empty where the carrier sent nothing; carrier, status and members are in the
 * header. `today` (YYYY-MM-DD) determines the age, `lastSeen` is the file that last named the policy, `noAgent` is
 * shown instead of the agent for an NPN that no agent has.
 */
export function policyFacts(policy: PolicyDetail, today: string, lastSeen: ReactNode, noAgent: ReactNode): Fact[] {
  return [
    { label: 'Plan', value: policy.planName, wide: true },
    { label: 'Policy id', value: policy.policyId },
    { label: 'Exchange id', value: policy.exchangeSubscriberId },
    { label: 'Agent of record', value: policy.agentName ?? (policy.agentNpn && noAgent) },
    { label: 'NPN', value: policy.agentNpn },
    { label: 'Broker effective', value: showDate(policy.brokerEffectiveDate) },
    { label: 'Effective, term', value: span(policy.effectiveDate, policy.termDate) },
    { label: 'Premium', value: showMoney(policy.monthlyPremium) },
    { label: 'Tax credit', value: showMoney(taxCredit(policy)) },
    { label: 'Member pays', value: showMoney(policy.memberResponsibility) },
    { label: 'Paid through', value: showDate(policy.paidThroughDate) },
    ...(policy.isCommissionEligible ? [] : [{ label: 'Commission', value: 'Not eligible' }]),
    { label: 'Born', value: policy.dob && `${showDate(policy.dob)}, ${years(ageOn(policy.dob, today))}` },
    { label: 'Phone', value: showPhone(policy.phone) },
    { label: 'Email', value: policy.email, wide: true },
    { label: 'Address', value: addressLine(policy), wide: true },
    { label: 'Last seen in', value: lastSeen, wide: true },
  ]
}

/** Premium minus member responsibility; null unless the carrier sent both, and the premium covers the member's share. */
export function taxCredit({
  monthlyPremium,
  memberResponsibility,
}: Pick<PolicyDetail, 'monthlyPremium' | 'memberResponsibility'>): string | null {
  const premium = monthlyPremium === null ? null : cents(monthlyPremium)
  const member = memberResponsibility === null ? null : cents(memberResponsibility)
  return premium === null || member === null || member > premium ? null : amountOf(premium - member)
}

/** Date (MM/DD/YYYY) of an ISO instant in the agency's time zone. */
export function showDay(instant: string): string {
  return showDate(todayIn(new Date(instant)))
}

function span(from: string | null, until: string | null): string | null {
  if (from === null && until === null) return null
  return `${showDate(from) || '-'} – ${showDate(until) || 'open'}`
}

function years(age: number): string {
  return age === 1 ? '1 year' : `${age} years`
}

function addressLine({ address, city, state, zipCode, county }: PolicyDetail): string {
  const stateZip = [state, zipCode].filter(Boolean).join(' ')
  return [address, city, stateZip, county].filter(Boolean).join(', ')
}

/** 'ambetter_march.csv, line 12', or null without a file. */
export function lastSeenIn({ lastSeenFile, lastSeenLine }: PolicyDetail): string | null {
  if (lastSeenFile === null || lastSeenLine === null) return lastSeenFile
  return `${lastSeenFile}, line ${lastSeenLine.toLocaleString('en-US')}`
}
