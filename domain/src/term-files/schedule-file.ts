import { metals, productLines } from '../expected/plan-scope.ts'
import { bases, businesses } from '../schedules/schedule-contract.ts'
import type { FileShape } from '../uploads/file-shape.ts'

/** Rows of carriers' commission schedules. */
export const scheduleFile: FileShape = {
  kind: 'schedules',
  key: 'Carrier',
  repeats: 'lines',
  derived: [],
  workbooks: true,
  fields: [
    {
      name: 'Carrier',
      column: 'carrier',
      kind: 'text',
      required: true,
      maxLength: 150,
      names: 'carrier',
      synonyms: ['Carrier Name', 'Issuer', 'Insurance Company', 'Company'],
    },
    { name: 'States', column: 'states', kind: 'text', synonyms: ['State', 'State(s)', 'ST', 'Territory'] },
    {
      name: 'For',
      column: 'applies_to',
      kind: 'text',
      maxLength: 150,
      synonyms: ['Applies To', 'Plan', 'Plan Name', 'Plans', 'Metal', 'Metal Level', 'Product', 'Product Line'],
    },
    {
      name: 'Business',
      column: 'business',
      kind: 'choice',
      choices: businesses,
      choiceWords: {
        'new and renewal': 'both',
        'new & renewal': 'both',
        'new/renewal': 'both',
        all: 'both',
        any: 'both',
        'new business': 'new',
        'first year': 'new',
        initial: 'new',
        renewals: 'renewal',
        ren: 'renewal',
      },
      synonyms: ['New or Renewal', 'New/Renewal', 'Business Type', 'Year'],
    },
    {
      name: 'FirstMonth',
      column: 'first_month',
      kind: 'period',
      required: true,
      synonyms: ['First', 'From', 'Effective', 'Effective Date', 'Start', 'Start Date', 'Start Month'],
    },
    {
      name: 'LastMonth',
      column: 'last_month',
      kind: 'period',
      synonyms: ['Last', 'To', 'Until', 'Through', 'End', 'End Date', 'End Month', 'Expiration Date'],
    },
    {
      name: 'Basis',
      column: 'basis',
      kind: 'choice',
      choices: bases,
      choiceWords: {
        'per member': 'member',
        'per member and month': 'member',
        'per member per month': 'member',
        pmpm: 'member',
        'per policy': 'policy',
        'per policy and month': 'policy',
        'per policy per month': 'policy',
        pppm: 'policy',
        'percent of premium': 'percent',
        '% of premium': 'percent',
        '%': 'percent',
        once: 'flat',
        'once, in the first month': 'flat',
        'one time': 'flat',
        'flat fee': 'flat',
      },
      synonyms: ['Commission Basis', 'Rate Type', 'Commission Type', 'Type'],
    },
    {
      name: 'Amount',
      column: 'amount',
      kind: 'text',
      required: true,
      maxLength: 20,
      synonyms: ['Rate', 'Commission', 'Commission Rate', 'Commission Amount', 'Dollars', 'PMPM'],
    },
    { name: 'Cap', column: 'cap', kind: 'integer', synonyms: ['Member Cap', 'Max Members', 'Members paid at most'] },
    {
      name: 'Commissionable',
      column: 'commissionable',
      kind: 'choice',
      choices: ['Yes', 'No'],
      choiceWords: { y: 'Yes', n: 'No', true: 'Yes', false: 'No', '1': 'Yes', '0': 'No' },
      synonyms: ['Pays', 'Eligible', 'Commission Eligible'],
    },
    {
      name: 'EffectiveFrom',
      column: 'cohort_from',
      kind: 'date',
      synonyms: ['Policies effective from', 'Cohort From'],
    },
    { name: 'EffectiveTo', column: 'cohort_to', kind: 'date', synonyms: ['Policies effective to', 'Cohort To'] },
    { name: 'MembersFrom', column: 'members_from', kind: 'integer', synonyms: ['Min Members', 'Family size from'] },
    { name: 'MembersTo', column: 'members_to', kind: 'integer', synonyms: ['Family size to'] },
    {
      name: 'FirstLag',
      column: 'first_lag',
      kind: 'integer',
      synonyms: ['Months to the first payment', 'Payment Lag', 'Lag'],
    },
    { name: 'DisputeDays', column: 'dispute_days', kind: 'integer', synonyms: ['Days to dispute', 'Dispute Window'] },
    { name: 'Source', column: 'source', kind: 'text', maxLength: 200, synonyms: ['Document', 'Reference', 'Notes'] },
  ],
}

const everyPlan = ['all', 'all plans', 'any', 'any plan']
/** Words that are no name of a plan. */
export const scopeNames: readonly string[] = [...everyPlan, ...metals, ...productLines]

/** 'All plans', 'Silver', 'Dental', or the name of a plan, which may have 'Plan:' before it. */
export function readFileScope(text: string): { scope: 'all' | 'line' | 'metal' | 'plan'; scopeValue: string } {
  const word = text.trim().toLowerCase()
  if (word === '' || everyPlan.includes(word)) return { scope: 'all', scopeValue: '' }
  if (metals.some((metal) => metal === word)) return { scope: 'metal', scopeValue: word }
  if (productLines.some((line) => line === word)) return { scope: 'line', scopeValue: word }
  return { scope: 'plan', scopeValue: text.trim().replace(/^plan:\s*/i, '') }
}
