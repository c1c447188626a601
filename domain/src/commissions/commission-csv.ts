import type { FileField, FileShape } from '../uploads/file-shape.ts'

/** Kinds of statement lines: a negative amount is a chargeback; `other` when the file does not say. */
export const commissionKinds = ['initial', 'renewal', 'bonus', 'advance', 'chargeback', 'other'] as const

/**
 * Canonical columns of a commission file, with headings that carriers use for them. Period may replace Month
 * and Year; Kind is optional.
 */
const fields: readonly FileField[] = [
  {
    name: 'Carrier',
    column: 'carrier',
    kind: 'text',
    required: true,
    given: 'carrier',
    maxLength: 150,
    synonyms: ['Carrier Name', 'Issuer', 'Insurance Company', 'Company'],
  },
  {
    name: 'AgentNPN',
    column: 'agent_npn',
    kind: 'digits',
    maxLength: 10,
    synonyms: ['NPN', 'Writing Broker NPN', 'Writing Agent NPN', 'Broker NPN', 'Producer NPN', 'Agent NPN #', 'National Producer Number'],
  },
  {
    name: 'AgentName',
    column: 'agent_name',
    kind: 'text',
    maxLength: 200,
    stagingOnly: true,
    synonyms: ['Broker Name', 'Writing Agent Name', 'Writing Broker Name', 'Agent', 'Broker', 'Producer Name', 'Writing Agent', 'Producer'],
  },
  {
    name: 'PolicyNumber',
    column: 'policy_number',
    kind: 'text',
    required: true,
    maxLength: 50,
    dropsSuffixes: true,
    synonyms: ['Policy #', 'Policy No', 'Policy No.', 'Policy Num', 'Policy ID', 'Contract Number', 'Member ID', 'Subscriber ID', 'HIX_ID', 'Certificate Number'],
  },
  {
    name: 'InsuredName',
    column: 'insured_name',
    kind: 'text',
    maxLength: 300,
    synonyms: ['Insured', 'Policyholder Name', 'Policy Holder', 'Member Name', 'Subscriber Name', 'Client Name'],
  },
  {
    name: 'Month',
    column: 'month_number',
    kind: 'month',
    required: true,
    given: 'month',
    instead: 'Period',
    synonyms: ['Commission Month', 'Statement Month', 'Paid Month'],
  },
  {
    name: 'Year',
    column: 'year',
    kind: 'year',
    required: true,
    given: 'month',
    instead: 'Period',
    synonyms: ['Commission Year', 'Statement Year', 'Paid Year'],
  },
  {
    name: 'Members',
    column: 'members',
    kind: 'integer',
    signed: true,
    synonyms: ['Number of Members', 'Member Count', 'Lives', 'Contract Count', '# Members', 'Count of Members'],
  },
  {
    name: 'Amount',
    column: 'amount',
    kind: 'amount',
    required: true,
    synonyms: ['Commission', 'Commission Amount', 'Payment Amount', 'Gross Commission', 'Paid Amount', 'Net Commission', 'Amount Paid', 'Comm Amt', 'Total Commission'],
  },
  {
    name: 'Period',
    column: 'period',
    kind: 'period',
    synonyms: ['Pay Period', 'Statement Date', 'Statement Period', 'Commission Period', 'Month/Year'],
  },
  {
    name: 'Kind',
    column: 'kind',
    kind: 'choice',
    synonyms: ['Commission Type', 'Commission Action', 'Transaction Type', 'Trans Type', 'Comm Type', 'Payment Type'],
    choices: commissionKinds,
    choiceWords: {
      new: 'initial',
      'new business': 'initial',
      'first year': 'initial',
      fyc: 'initial',
      renew: 'renewal',
      ren: 'renewal',
      'renewal commission': 'renewal',
      override: 'other',
      adjustment: 'other',
      'charge back': 'chargeback',
      'charge-back': 'chargeback',
      cb: 'chargeback',
      clawback: 'chargeback',
      recoupment: 'chargeback',
      recovery: 'chargeback',
      reversal: 'chargeback',
    },
    otherwise: 'other',
  },
]

/** Commission file: each row has its own carrier and month, and a policy number may repeat, once per payment. */
export const commissionFile: FileShape = {
  kind: 'commissions',
  fields,
  key: 'PolicyNumber',
  repeats: 'lines',
  hasTotals: true,
  sum: 'Amount',
  derived: [
    { field: 'Kind', from: ['Amount'], value: ([amount = '']) => (amount.startsWith('-') ? 'chargeback' : 'other') },
  ],
}
