import type { FileField, FileShape } from '../uploads/file-shape.ts'
import { spanishHeadings } from '../uploads/reading/spanish-headings.ts'

/** Kinds of statement lines: a negative amount is a chargeback; `other` when the file does not say. */
export const commissionKinds = ['initial', 'renewal', 'bonus', 'advance', 'chargeback', 'other'] as const

/** Number of a bonus without one. */
export const bonusNumber = 'Bonus'

/** Number of a line whose file names neither a policy nor an insured: it counts for its agent (decision 263). */
export const numberless = 'No number'

/** Begins what a line without a policy number is known by; the insured's name follows. */
export const noPolicyNumber = `${numberless}, `

const maxPolicyNumber = 50

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
    synonyms: [
      'Carrier Name',
      'Issuer',
      'Insurance Company',
      'Company',
      'Aseguradora',
      'Compañía',
      'Compañía de seguros',
    ],
  },
  {
    name: 'AgentNPN',
    column: 'agent_npn',
    kind: 'digits',
    maxLength: 10,
    synonyms: [
      'NPN',
      'Writing Broker NPN',
      'Writing Agent NPN',
      'Broker NPN',
      'Producer NPN',
      'Agent NPN #',
      'National Producer Number',
      ...spanishHeadings.agentNpn,
    ],
  },
  {
    name: 'AgentName',
    column: 'agent_name',
    kind: 'text',
    maxLength: 200,
    stagingOnly: true,
    names: 'agent',
    synonyms: [
      'Broker Name',
      'Writing Agent Name',
      'Writing Broker Name',
      'Agent',
      'Broker',
      'Producer Name',
      'Writing Agent',
      'Producer',
      ...spanishHeadings.agentName,
    ],
  },
  {
    name: 'PolicyNumber',
    column: 'policy_number',
    kind: 'text',
    required: true,
    maxLength: maxPolicyNumber,
    dropsSuffixes: true,
    synonyms: [
      'Policy #',
      'Policy No',
      'Policy No.',
      'Policy Num',
      'Policy ID',
      'Contract Number',
      'Member ID',
      'Subscriber ID',
      'HIX_ID',
      'Certificate Number',
      ...spanishHeadings.policyNumber,
    ],
  },
  {
    name: 'InsuredName',
    column: 'insured_name',
    kind: 'text',
    maxLength: 300,
    synonyms: [
      'Insured',
      'Policyholder Name',
      'Policy Holder',
      'Member Name',
      'Subscriber Name',
      'Client Name',
      ...spanishHeadings.insuredName,
    ],
  },
  {
    name: 'InsuredFirstName',
    column: 'insured_first_name',
    kind: 'text',
    maxLength: 150,
    stagingOnly: true,
    synonyms: [
      'First Name',
      'Member First Name',
      'Subscriber First Name',
      'Policyholder First Name',
      'Client First Name',
      ...spanishHeadings.firstName,
    ],
  },
  {
    name: 'InsuredLastName',
    column: 'insured_last_name',
    kind: 'text',
    maxLength: 150,
    stagingOnly: true,
    synonyms: [
      'Last Name',
      'Member Last Name',
      'Subscriber Last Name',
      'Policyholder Last Name',
      'Client Last Name',
      ...spanishHeadings.lastName,
    ],
  },
  {
    name: 'Month',
    column: 'month_number',
    kind: 'month',
    required: true,
    given: 'month',
    instead: 'Period',
    synonyms: ['Commission Month', 'Statement Month', 'Paid Month', 'Mes', 'Mes de comisión', 'Mes de pago'],
  },
  {
    name: 'Year',
    column: 'year',
    kind: 'year',
    required: true,
    given: 'year',
    instead: 'Period',
    synonyms: ['Commission Year', 'Statement Year', 'Paid Year', 'Año', 'Año de comisión', 'Año de pago'],
  },
  {
    name: 'Members',
    column: 'members',
    kind: 'integer',
    signed: true,
    synonyms: [
      'Number of Members',
      'Member Count',
      'Lives',
      'Contract Count',
      '# Members',
      'Count of Members',
      ...spanishHeadings.members,
    ],
  },
  {
    name: 'Amount',
    column: 'amount',
    kind: 'amount',
    required: true,
    credited: true,
    synonyms: [
      'Commission',
      'Commission Amount',
      'Payment Amount',
      'Gross Commission',
      'Paid Amount',
      'Net Commission',
      'Amount Paid',
      'Comm Amt',
      'Total Commission',
      'Comisión',
      'Monto de comisión',
      'Comisión pagada',
      'Monto pagado',
      'Monto',
      'Importe',
      'Comisión total',
      'Comisión neta',
    ],
  },
  {
    name: 'Period',
    column: 'period',
    kind: 'period',
    synonyms: [
      'Pay Period',
      'Statement Date',
      'Statement Period',
      'Commission Period',
      'Month/Year',
      'Período',
      'Período de pago',
      'Mes/Año',
      'Fecha del estado de cuenta',
    ],
  },
  {
    name: 'MemberId',
    column: 'member_id',
    kind: 'text',
    maxLength: 50,
    synonyms: ['Member Number', 'Issuer Member ID', 'Issuer Assigned Member ID', ...spanishHeadings.memberId],
  },
  {
    name: 'ExchangeId',
    column: 'exchange_id',
    kind: 'text',
    maxLength: 50,
    synonyms: ['Exchange Subscriber ID', 'FFM Subscriber ID', 'Exchange Assigned Subscriber ID', 'Marketplace ID'],
  },
  {
    name: 'DOB',
    column: 'dob',
    kind: 'date',
    past: true,
    synonyms: [
      'Date of Birth',
      'Birth Date',
      'Member DOB',
      'Subscriber DOB',
      'Insured DOB',
      ...spanishHeadings.birthDate,
    ],
  },
  {
    name: 'Kind',
    column: 'kind',
    kind: 'choice',
    synonyms: [
      'Commission Type',
      'Commission Action',
      'Transaction Type',
      'Trans Type',
      'Comm Type',
      'Payment Type',
      'Tipo de comisión',
      'Tipo de pago',
      'Tipo de transacción',
    ],
    choices: commissionKinds,
    choiceWords: {
      new: 'initial',
      'new business': 'initial',
      'first year': 'initial',
      fyc: 'initial',
      renew: 'renewal',
      ren: 'renewal',
      'renewal commission': 'renewal',
      commission: 'other',
      commissions: 'other',
      'base commission': 'other',
      'regular commission': 'other',
      'monthly commission': 'other',
      'commission payment': 'other',
      payment: 'other',
      override: 'other',
      adjustment: 'other',
      'bonus payment': 'bonus',
      'production bonus': 'bonus',
      incentive: 'bonus',
      comisión: 'other',
      comision: 'other',
      ajuste: 'other',
      inicial: 'initial',
      nueva: 'initial',
      renovación: 'renewal',
      renovacion: 'renewal',
      bono: 'bonus',
      adelanto: 'advance',
      anticipo: 'advance',
      contracargo: 'chargeback',
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

const insuredNames = ['InsuredName', 'InsuredFirstName', 'InsuredLastName']
const noNumberReason =
  'Required, empty. Only a line that names the insured, or whose type says bonus, may have no policy number'

/** Commission file: each row has its own carrier and month, and a policy number may repeat, once per payment. */
export const commissionFile: FileShape = {
  kind: 'commissions',
  fields,
  key: 'PolicyNumber',
  repeats: 'lines',
  keyless: {
    always: { by: ['Kind'], key: ([kind]) => (kind === 'bonus' ? bonusNumber : '') },
    ways: [
      {
        by: insuredNames,
        needs: ['InsuredName', 'InsuredLastName'],
        key: (names) => {
          const name = names.filter((part) => part !== '').join(' ')
          return name === '' ? '' : `${noPolicyNumber}${name}`.slice(0, maxPolicyNumber)
        },
        reason: noNumberReason,
      },
      {
        by: ['AgentNPN', 'AgentName'],
        needs: ['AgentNPN', 'AgentName'],
        without: ['PolicyNumber', ...insuredNames, 'MemberId', 'ExchangeId'],
        key: (agent) => (agent.every((part) => part === '') ? '' : numberless),
        reason: 'Required, empty. A line of a file without policy numbers and insureds needs an agent',
      },
    ],
    reason: noNumberReason,
  },
  hasTotals: true,
  sum: 'Amount',
  preview: ['Kind', 'Members', 'AgentNPN', 'Amount'],
  derived: [
    {
      field: 'InsuredName',
      from: ['InsuredFirstName', 'InsuredLastName'],
      value: (names) => names.filter((name) => name !== '').join(' '),
    },
    { field: 'Kind', from: ['Amount'], value: ([amount = '']) => (amount.startsWith('-') ? 'chargeback' : 'other') },
  ],
}
