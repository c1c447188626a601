import { writeDate } from '../fields/calendar-date.ts'
import type { FileField, FileShape, UploadMonth } from '../uploads/file-shape.ts'
import { splitName } from '../uploads/reading/split-name.ts'
import { policyStatuses } from './policy-contract.ts'

/** Whose row it is, in files with a row for each member of a policy. */
const relationships = ['Subscriber', 'Dependent'] as const

/** Canonical columns of a carrier's policy file, with common headings. */
const fields: readonly FileField[] = [
  {
    name: 'PolicyNumber',
    column: 'policy_number',
    kind: 'text',
    required: true,
    maxLength: 50,
    dropsSuffixes: true,
    synonyms: [
      'Policy #',
      'Policy No',
      'Policy No.',
      'Policy Num',
      'Contract Number',
      'Contract #',
      'HIX_ID',
      'Certificate Number',
    ],
    lastSynonyms: ['Subscriber ID', 'Member ID'],
  },
  { name: 'PolicyId', column: 'policy_id', kind: 'text', maxLength: 50, synonyms: ['Carrier Policy ID'] },
  {
    name: 'FirstName',
    column: 'first_name',
    kind: 'text',
    required: true,
    instead: 'InsuredName',
    maxLength: 150,
    synonyms: ['Insured First Name', 'Member First Name', 'Subscriber First Name'],
  },
  {
    name: 'LastName',
    column: 'last_name',
    kind: 'text',
    required: true,
    instead: 'InsuredName',
    maxLength: 150,
    synonyms: ['Insured Last Name', 'Member Last Name', 'Subscriber Last Name'],
  },
  {
    name: 'InsuredName',
    column: 'insured_name',
    kind: 'person',
    maxLength: 300,
    stagingOnly: true,
    synonyms: [
      'Insured',
      'Member Name',
      'Subscriber Name',
      'Policyholder Name',
      'Policy Holder',
      'Primary Insured',
      'Client Name',
      'Full Name',
    ],
  },
  {
    name: 'Relationship',
    column: 'relationship',
    kind: 'choice',
    stagingOnly: true,
    choices: relationships,
    choiceWords: {
      self: 'Subscriber',
      sub: 'Subscriber',
      primary: 'Subscriber',
      policyholder: 'Subscriber',
      'policy holder': 'Subscriber',
      insured: 'Subscriber',
      'primary insured': 'Subscriber',
      dep: 'Dependent',
      spouse: 'Dependent',
      child: 'Dependent',
      son: 'Dependent',
      daughter: 'Dependent',
      husband: 'Dependent',
      wife: 'Dependent',
      partner: 'Dependent',
      'domestic partner': 'Dependent',
      'life partner': 'Dependent',
    },
    synonyms: ['Rel', 'Relation', 'Relationship to Subscriber', 'Member Relationship', 'Relationship Code'],
  },
  {
    name: 'DOB',
    column: 'dob',
    kind: 'date',
    past: true,
    synonyms: ['Date Of Birth', 'Member Date Of Birth', 'Birth Date', 'Insured DOB'],
  },
  {
    name: 'Address',
    column: 'address',
    kind: 'text',
    maxLength: 200,
    synonyms: ['Address1', 'Address Line 1', 'Street Address', 'Mailing Address'],
  },
  { name: 'City', column: 'city', kind: 'text', maxLength: 100, synonyms: ['Member City'] },
  { name: 'County', column: 'county', kind: 'text', maxLength: 100, synonyms: ['County Name', 'Member County'] },
  { name: 'State', column: 'state', kind: 'state', synonyms: ['State Code', 'Member State'] },
  { name: 'ZipCode', column: 'zip_code', kind: 'zip', leftOut: true, synonyms: ['Zip', 'Postal Code', 'Member Zip'] },
  { name: 'Email', column: 'email', kind: 'email', leftOut: true, synonyms: ['Email Address', 'Member Email'] },
  {
    name: 'Phone',
    column: 'phone',
    kind: 'phone',
    leftOut: true,
    synonyms: ['Phone Number', 'Member Phone Number', 'Member Phone', 'Telephone'],
  },
  { name: 'PlanName', column: 'plan_name', kind: 'text', maxLength: 200, synonyms: ['Plan', 'Product Name'] },
  {
    name: 'NumberOfMembers',
    column: 'number_of_members',
    kind: 'integer',
    synonyms: ['Member Count', 'Members', 'Lives'],
  },
  {
    name: 'AgentNPN',
    column: 'agent_npn',
    kind: 'digits',
    maxLength: 10,
    synonyms: ['NPN', 'Broker NPN', 'Writing Agent NPN', 'Producer NPN'],
  },
  {
    name: 'AgentName',
    column: 'agent_name',
    kind: 'text',
    maxLength: 200,
    stagingOnly: true,
    synonyms: [
      'Broker Name',
      'Agent of Record',
      'AOR',
      'policy_aor',
      'Writing Agent Name',
      'Producer Name',
      'Broker',
      'Agent',
    ],
  },
  {
    name: 'BrokerEffectiveDate',
    column: 'broker_effective_date',
    kind: 'date',
    synonyms: ['Agent Effective Date', 'AOR Effective Date'],
  },
  {
    name: 'EffectiveDate',
    column: 'effective_date',
    kind: 'date',
    synonyms: ['Policy Effective Date', 'Coverage Start Date', 'Start Date'],
  },
  {
    name: 'TermDate',
    column: 'term_date',
    kind: 'date',
    endsOpen: true,
    synonyms: ['Policy Term Date', 'Termination Date', 'End Date', 'Coverage End Date'],
  },
  {
    name: 'PaidThroughDate',
    column: 'paid_through_date',
    kind: 'date',
    endsOpen: true,
    synonyms: ['Paid Thru Date', 'Paid To Date'],
  },
  {
    name: 'MonthlyPremium',
    column: 'monthly_premium',
    kind: 'amount',
    unsigned: true,
    synonyms: ['Monthly Premium Amount', 'Premium Amount', 'Total Premium', 'Gross Premium', 'Premium'],
  },
  {
    name: 'MemberResponsibility',
    column: 'member_responsibility',
    kind: 'amount',
    unsigned: true,
    synonyms: ['Net Premium', 'Member Premium', 'Member Responsibility Amount'],
  },
  {
    name: 'PolicyStatus',
    column: 'status',
    kind: 'choice',
    synonyms: ['Status', 'Member Status'],
    choices: policyStatuses,
    choiceWords: {
      inforce: 'Active',
      'in force': 'Active',
      effectuated: 'Active',
      enrolled: 'Active',
      current: 'Active',
      'pending effectuation': 'Pending',
      submitted: 'Pending',
      future: 'Pending',
      termed: 'Terminated',
      term: 'Terminated',
      inactive: 'Terminated',
      lapsed: 'Terminated',
      expired: 'Terminated',
      canceled: 'Cancelled',
      cancel: 'Cancelled',
      void: 'Cancelled',
    },
  },
  { name: 'MemberId', column: 'member_id', kind: 'text', maxLength: 50, synonyms: ['Member ID', 'Member Number'] },
  {
    name: 'ExchangeSubscriberId',
    column: 'exchange_subscriber_id',
    kind: 'text',
    maxLength: 50,
    synonyms: ['Exchange Subscriber ID', 'FFM Subscriber ID'],
  },
]

/** A carrier's policy file. Without a status column, the status follows from the dates. */
export const policyFile: FileShape = {
  kind: 'policies',
  fields,
  key: 'PolicyNumber',
  hasTotals: true,
  preview: ['PolicyStatus', 'EffectiveDate', 'TermDate', 'MonthlyPremium', 'MemberResponsibility', 'AgentNPN'],
  derived: [
    { field: 'FirstName', from: ['InsuredName'], value: ([name = '']) => splitName(name)?.first ?? '' },
    { field: 'LastName', from: ['InsuredName'], value: ([name = '']) => splitName(name)?.last ?? '' },
    {
      field: 'PolicyStatus',
      from: ['EffectiveDate', 'TermDate'],
      value: ([effective = '', term = ''], month) => statusByDates(effective, term, month),
    },
  ],
}

/** Status in the file's month: ended before it, starting after it, or in force. */
export function statusByDates(effective: string, term: string, { year, month }: UploadMonth): string {
  const first = writeDate(year, month, 1)
  const next = month === 12 ? writeDate(year + 1, 1, 1) : writeDate(year, month + 1, 1)
  if (term !== '' && term < first) return 'Terminated'
  return effective >= next ? 'Pending' : 'Active'
}
