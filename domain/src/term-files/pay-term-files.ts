import type { FileField, FileShape } from '../uploads/file-shape.ts'
import type { TermFileKind } from '../uploads/import-kinds.ts'

const npnOf = (name: string, column: string, synonyms: readonly string[]): FileField => ({
  name,
  column,
  kind: 'digits',
  maxLength: 10,
  synonyms,
})

const agentFields: readonly FileField[] = [
  npnOf('AgentNPN', 'agent_npn', [
    'NPN',
    'Agent NPN #',
    'Broker NPN',
    'Producer NPN',
    'Writing Agent NPN',
    'National Producer Number',
  ]),
  {
    name: 'Agent',
    column: 'agent_name',
    kind: 'text',
    maxLength: 200,
    names: 'agent',
    synonyms: ['Agent Name', 'Broker', 'Broker Name', 'Producer', 'Producer Name', 'Writing Agent'],
  },
]

const carrierField: FileField = {
  name: 'Carrier',
  column: 'carrier',
  kind: 'text',
  maxLength: 150,
  names: 'carrier',
  synonyms: ['Carrier Name', 'Issuer', 'Insurance Company', 'Company'],
}

const partFields: readonly FileField[] = [
  {
    name: 'Part',
    column: 'part',
    kind: 'text',
    required: true,
    maxLength: 60,
    synonyms: [
      'Percent',
      'Percentage',
      '%',
      'Rate',
      'Commission %',
      'Commission Percent',
      'Commission Rate',
      'Comp Level',
      'Commission Level',
      'Payout %',
      'Override %',
      'Override',
    ],
  },
  {
    name: 'Basis',
    column: 'basis',
    kind: 'choice',
    choices: ['percent', 'perMember'],
    choiceWords: {
      '%': 'percent',
      percentage: 'percent',
      'percent of the commission': 'percent',
      'percent of commission': 'percent',
      pmpm: 'perMember',
      'per member': 'perMember',
      'dollars per member and month': 'perMember',
      'per member per month': 'perMember',
    },
    synonyms: ['Commission Basis', 'Type', 'Comp Type'],
  },
]

const spanFields: readonly FileField[] = [
  {
    name: 'StartDate',
    column: 'start_date',
    kind: 'date',
    required: true,
    synonyms: ['Start', 'From', 'Effective', 'Effective Date', 'Eff Date', 'Begin Date', 'Valid From'],
  },
  {
    name: 'EndDate',
    column: 'end_date',
    kind: 'date',
    endsOpen: true,
    synonyms: ['End', 'To', 'Through', 'Term Date', 'Termination Date', 'Expiration Date', 'Valid To'],
  },
]

const reasonField: FileField = {
  name: 'Reason',
  column: 'reason',
  kind: 'text',
  required: true,
  maxLength: 200,
  synonyms: ['Description', 'Memo', 'Note', 'Notes', 'Comment'],
}

const amountField = (synonyms: readonly string[]): FileField => ({
  name: 'Amount',
  column: 'amount',
  kind: 'amount',
  required: true,
  synonyms,
})

const shapeOf = (kind: TermFileKind, key: string, fields: readonly FileField[]): FileShape => ({
  kind,
  fields,
  key,
  repeats: 'lines',
  derived: [],
  workbooks: true,
})

/** Contracts of agents: the part of what carriers pay that each one earns. */
export const contractFile = shapeOf('contracts', 'Agent', [...agentFields, carrierField, ...partFields, ...spanFields])

/** Hierarchy: the agent above an agent. */
export const uplineFile = shapeOf('uplines', 'Agent', [
  ...agentFields,
  npnOf('UplineNPN', 'upline_npn', ['Manager NPN', 'Upline Agent NPN', 'Supervisor NPN', 'Reports To NPN']),
  {
    name: 'Upline',
    column: 'upline_name',
    kind: 'text',
    maxLength: 200,
    names: 'agent',
    synonyms: ['Upline Name', 'Upline Agent', 'Manager', 'Supervisor', 'Reports To', 'Hierarchy Parent'],
  },
  ...spanFields,
])

/** Overrides of agents by level. */
export const overrideFile = shapeOf('overrides', 'Agent', [
  ...agentFields,
  {
    name: 'Level',
    column: 'level',
    kind: 'integer',
    required: true,
    synonyms: ['Override Level', 'Tier', 'Generation'],
  },
  carrierField,
  ...partFields,
  ...spanFields,
])

/** Splits of policies: one row per agent; the rows of a policy and start date add up to 100 %. */
export const splitFile = shapeOf('splits', 'PolicyNumber', [
  {
    name: 'PolicyNumber',
    column: 'policy_number',
    kind: 'text',
    required: true,
    maxLength: 50,
    synonyms: ['Policy #', 'Policy No', 'Policy No.', 'Policy ID', 'Policy', 'Contract Number'],
  },
  carrierField,
  ...agentFields,
  {
    name: 'Share',
    column: 'share',
    kind: 'text',
    required: true,
    maxLength: 20,
    synonyms: ['Share %', 'Split', 'Split %', 'Percent', 'Percentage', '%'],
  },
  ...spanFields,
])

/** Advances to agents. */
export const advanceFile = shapeOf('advances', 'Agent', [
  ...agentFields,
  {
    name: 'Month',
    column: 'month',
    kind: 'period',
    required: true,
    synonyms: ['Pay Month', 'Advance Month', 'Date', 'Advance Date', 'Paid On'],
  },
  amountField(['Advance', 'Advance Amount', 'Balance']),
  {
    name: 'Recovery',
    column: 'recovery',
    kind: 'text',
    maxLength: 20,
    synonyms: ['Recovery %', 'Recovery Percent', 'Recovery Rate', 'Recoup %'],
  },
  reasonField,
])

/** Adjustments of agents' pay. */
export const adjustmentFile = shapeOf('adjustments', 'Agent', [
  ...agentFields,
  {
    name: 'FirstMonth',
    column: 'first_month',
    kind: 'period',
    required: true,
    synonyms: ['First', 'From', 'Month', 'Start', 'Start Month', 'Pay Month'],
  },
  {
    name: 'LastMonth',
    column: 'last_month',
    kind: 'period',
    synonyms: ['Last', 'To', 'Until', 'End', 'End Month', 'Through'],
  },
  amountField(['Adjustment', 'Adjustment Amount', 'Amount a month']),
  reasonField,
])
