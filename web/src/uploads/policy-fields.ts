import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import type { CheckedRow } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Tone } from '../ui/list-column.ts'

const words: Record<string, string> = {
  PolicyNumber: 'Policy number',
  PolicyId: 'Policy id',
  FirstName: 'First name',
  LastName: 'Last name',
  DOB: 'Date of birth',
  ZipCode: 'ZIP code',
  PlanName: 'Plan',
  NumberOfMembers: 'Members',
  AgentNPN: 'Agent (AOR)',
  BrokerEffectiveDate: 'Broker effective',
  EffectiveDate: 'Effective',
  TermDate: 'Term date',
  PaidThroughDate: 'Paid through',
  MonthlyPremium: 'Monthly premium',
  MemberResponsibility: 'Member pays',
  PolicyStatus: 'Status',
  MemberId: 'Member id',
  ExchangeSubscriberId: 'Subscriber id',
}

/** The canonical fields of a policy file with the words that a person reads, in the order of the file. */
export const policyFields = policyFile.fields.map(({ name, column, kind, required, choices }) => ({
  name,
  column,
  kind,
  required: required === true,
  choices: choices ?? null,
  label: words[name] ?? name,
}))

/** A field by its canonical name or its column. */
export function fieldOf(name: string | null) {
  return policyFields.find((field) => field.name === name || field.column === name)
}

/** A stored value as people read it: dates MM/DD/YYYY, phone numbers with their marks; null when there is none. */
export function showValue(field: string | null, value: string | null): string | null {
  if (value === null || value === '') return null
  const kind = fieldOf(field)?.kind
  if (kind === 'date') return showDate(value) || value
  return kind === 'phone' ? showPhone(value) || value : value
}

/** What a change means beyond its field: another agent of record, or the end of the policy. */
export function changeMark(row: CheckedRow): { tone: Tone; word: string } | null {
  const name = fieldOf(row.field)?.name
  if (name === 'AgentNPN') return { tone: 'amber', word: 'AOR change' }
  if (name === 'PolicyStatus' && (row.newValue === 'Terminated' || row.newValue === 'Cancelled'))
    return { tone: 'grey', word: 'Ends' }
  return null
}
