import { showMoney } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import { showPhone } from '../fields/personal-numbers.ts'

interface PolicyField {
  label: string
  /** Formats a stored value; values are shown unchanged without it. */
  show?(value: string): string
}

/** Labels and formats of the canonical columns, as used by history entries and dry runs. */
const policyFields: Readonly<Record<string, PolicyField>> = {
  PolicyNumber: { label: 'Policy number' },
  PolicyId: { label: 'Policy id' },
  FirstName: { label: 'First name' },
  LastName: { label: 'Last name' },
  DOB: { label: 'Born', show: showDate },
  Address: { label: 'Address' },
  City: { label: 'City' },
  County: { label: 'County' },
  State: { label: 'State' },
  ZipCode: { label: 'ZIP code' },
  Email: { label: 'Email' },
  Phone: { label: 'Phone', show: showPhone },
  PlanName: { label: 'Plan' },
  NumberOfMembers: { label: 'Members' },
  AgentNPN: { label: 'Agent of record' },
  BrokerEffectiveDate: { label: 'Broker effective', show: showDate },
  EffectiveDate: { label: 'Effective', show: showDate },
  TermDate: { label: 'Term', show: showDate },
  PaidThroughDate: { label: 'Paid through', show: showDate },
  MonthlyPremium: { label: 'Premium', show: showMoney },
  MemberResponsibility: { label: 'Member pays', show: showMoney },
  PolicyStatus: { label: 'Status' },
  CommissionEligible: { label: 'Commission', show: (value) => (value === 'No' ? 'Not eligible' : value) },
  MemberId: { label: 'Member id' },
  ExchangeSubscriberId: { label: 'Exchange id' },
}

/** Label of a canonical column such as PaidThroughDate; unknown ones are split into words. */
export function policyFieldLabel(field: string): string {
  const words = field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return policyFields[field]?.label ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats a stored value ("2026-11-30" → "11/30/2026"); null if empty. */
export function showPolicyValue(field: string, value: string | null): string | null {
  if (value === null || value === '') return null
  return policyFields[field]?.show?.(value) || value
}
