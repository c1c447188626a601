import type { FileShape } from '../uploads/file-shape.ts'

/**
 * CMS's list of agents who completed their registration, `wb6u-x2ny` of data.healthcare.gov: a row per NPN and plan year.
 * Columns about SHOP are ignored. Each file is the whole list.
 */
export const registrationFile: FileShape = {
  kind: 'registrations',
  fields: [
    { name: 'NPN', column: 'npn', kind: 'digits', required: true, maxLength: 10, synonyms: [] },
    {
      name: 'PlanYear',
      column: 'plan_year',
      kind: 'year',
      required: true,
      synonyms: ['applicable_plan_year', 'Applicable Plan Year'],
    },
    {
      name: 'CompletionDate',
      column: 'first_day',
      kind: 'date',
      required: true,
      synonyms: ['individual_registration_completion_date', 'Individual Registration Completion Date'],
    },
    {
      name: 'EndDate',
      column: 'last_day',
      kind: 'date',
      synonyms: ['individual_marketplace_end_date', 'Individual Marketplace End Date'],
    },
    {
      name: 'NPNValid',
      column: 'npn_valid',
      kind: 'choice',
      choices: ['Y', 'N'],
      choiceWords: { yes: 'Y', no: 'N' },
      otherwise: '',
      synonyms: ['npn_valid_current_plan_year_only', 'NPN Valid (Current Plan Year Only)'],
    },
  ],
  key: 'NPN',
  repeats: 'lines',
  derived: [],
}

/** Codes of CMS's termination list: T ends the agreement with the federal marketplace, R reinstates it. */
export const terminationCodes = ['T1', 'T2', 'T3', 'T4', 'R1', 'R2', 'R3', 'R4'] as const

/** CMS's list of terminated and reinstated agents, `e8uy-7rnp` of data.healthcare.gov. Each file is the whole list. */
export const terminationFile: FileShape = {
  kind: 'terminations',
  fields: [
    { name: 'NPN', column: 'npn', kind: 'digits', required: true, maxLength: 10, synonyms: [] },
    {
      name: 'Status',
      column: 'code',
      kind: 'choice',
      required: true,
      choices: terminationCodes,
      synonyms: ['Status Code', 'status_code', 'Code', 'Reason Code', 'Termination Status'],
    },
    {
      name: 'Date',
      column: 'day',
      kind: 'date',
      required: true,
      synonyms: [
        'Termination Date',
        'termination_date',
        'Effective Date',
        'Status Date',
        'Termination/Reinstatement Date',
      ],
    },
  ],
  key: 'NPN',
  repeats: 'lines',
  derived: [],
}
