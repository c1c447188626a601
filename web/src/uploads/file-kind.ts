import { commissionFile } from '@coverdesk/domain/commissions/commission-csv.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { termFileShapes } from '@coverdesk/domain/term-files/example-file.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type {
  CheckedRow,
  ImportCounts,
  ImportKind,
  ImportRun,
  ImportStage,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import { policyFields, showValue } from './policy-fields.ts'
import { isTermFile } from './run-calls.ts'
import { termWords } from './terms/term-file-words.ts'

/** Field of a file kind with its label. */
interface LoadField {
  name: string
  column: string
  label: string
}

/** Counts of a run, including unmatched rows of commissions. */
type CountName = Exclude<keyof ImportCounts, 'rows'> | 'unmatched'

export type RowTab = Exclude<CountName, 'refused'> | 'refused' | 'money'

/** Texts and layout of a file kind in the upload views. */
interface FileKind {
  shape: FileShape
  fields: readonly LoadField[]
  counts: readonly { name: CountName; label: string; tone: Tone }[]
  tabs: readonly { value: RowTab; label: string }[]
  /** Formats a stored value; null if empty. */
  show(field: string | null, value: string | null): string | null
  stageWords: Readonly<Partial<Record<ImportStage, string>>>
  stepNames: Readonly<Partial<Record<ImportStage, string>>>
  /** Key and name of a record, as headings. */
  record: readonly [key: string, name: string]
  /** One record: 'policy'. */
  what: string
  /** Shown below a finished upload. */
  loaded: string
  rows: Readonly<Record<'new' | 'missing' | 'unchanged' | 'unmatched', { label: string; empty: string }>>
}

const noneUnmatched = { label: 'Unmatched rows', empty: 'Every row matches a policy and an agent.' }

const policies: FileKind = {
  shape: policyFile,
  fields: policyFields,
  counts: [
    { name: 'new', label: 'New', tone: 'green' },
    { name: 'changed', label: 'Changed', tone: 'blue' },
    { name: 'unchanged', label: 'Unchanged', tone: 'grey' },
    { name: 'missing', label: 'Missing from this file', tone: 'amber' },
    { name: 'refused', label: 'Refused', tone: 'red' },
  ],
  tabs: [
    { value: 'refused', label: 'Refused' },
    { value: 'changed', label: 'Changes' },
    { value: 'new', label: 'New' },
    { value: 'missing', label: 'Missing' },
    { value: 'unchanged', label: 'Unchanged' },
  ],
  show: showValue,
  stageWords: {},
  stepNames: {},
  record: ['Policy number', 'Insured'],
  what: 'policy',
  loaded: 'The policies are loaded. To undo this, choose the file in the list of uploads.',
  rows: {
    new: { label: 'New policies', empty: 'This file has no new policies.' },
    missing: { label: 'Policies missing from this file', empty: 'No policies are missing from this file.' },
    unchanged: { label: 'Unchanged policies', empty: 'This file has no unchanged policies.' },
    unmatched: noneUnmatched,
  },
}

const commissions: FileKind = {
  shape: commissionFile,
  fields: commissionFile.fields.map(({ name, column }) => ({
    name,
    column,
    label: name === 'InsuredName' ? 'Insured' : fieldWords(name),
  })),
  counts: [
    { name: 'new', label: 'New', tone: 'green' },
    { name: 'changed', label: 'Details added', tone: 'blue' },
    { name: 'unchanged', label: 'Unchanged', tone: 'grey' },
    { name: 'unmatched', label: 'Unmatched', tone: 'amber' },
    { name: 'refused', label: 'Refused', tone: 'red' },
  ],
  tabs: [
    { value: 'money', label: 'Money' },
    { value: 'refused', label: 'Refused' },
    { value: 'unmatched', label: 'Unmatched' },
    { value: 'changed', label: 'Details' },
    { value: 'new', label: 'New' },
    { value: 'unchanged', label: 'Unchanged' },
  ],
  show: (field, value) => (value === null || value === '' ? null : field === 'Amount' ? showMoney(value) : value),
  stageWords: {
    comparing: 'Comparing with what was paid',
    writing: 'Writing commissions',
    recording: 'Adding up the months',
  },
  stepNames: { comparing: 'Compare with what was paid', writing: 'Write commissions', recording: 'Add up the months' },
  record: ['Policy number', 'Insured'],
  what: 'commission',
  loaded: 'The commissions are loaded. To undo this, choose the file in the list of uploads.',
  rows: {
    new: { label: 'New commissions', empty: 'This file has no new commissions.' },
    missing: { label: 'Missing', empty: "Commission files don't have to be complete." },
    unchanged: { label: 'Unchanged commissions', empty: 'This file has no unchanged commissions.' },
    unmatched: noneUnmatched,
  },
}

/** Files of schedules and terms. */
function termKind(kind: TermFileKind): FileKind {
  const shape = termFileShapes[kind]
  const { one, many, record } = termWords[kind]
  return {
    shape,
    fields: shape.fields.map(({ name, column }) => ({ name, column, label: fieldWords(name) })),
    counts: [
      { name: 'new', label: 'New', tone: 'green' },
      { name: 'changed', label: 'Changed', tone: 'blue' },
      { name: 'unchanged', label: 'Unchanged', tone: 'grey' },
      { name: 'refused', label: 'Refused', tone: 'red' },
    ],
    tabs: [
      { value: 'refused', label: 'Refused' },
      { value: 'changed', label: 'Changes' },
      { value: 'new', label: 'New' },
      { value: 'unchanged', label: 'Unchanged' },
    ],
    show: (_field, value) => value,
    stageWords: {
      comparing: `Comparing with the ${many} here`,
      writing: `Writing ${many}`,
      recording: 'Recording history',
    },
    stepNames: { comparing: `Compare with the ${many} here`, writing: `Write ${many}`, recording: 'Record history' },
    record,
    what: one,
    loaded: `The ${many} are loaded.`,
    rows: {
      new: { label: `New ${many}`, empty: `This file has no new ${many}.` },
      missing: { label: 'Missing', empty: 'Rows that are not in the file stay as they are.' },
      unchanged: { label: `Unchanged ${many}`, empty: `This file has no unchanged ${many}.` },
      unmatched: noneUnmatched,
    },
  }
}

const termKinds: Readonly<Record<TermFileKind, FileKind>> = {
  schedules: termKind('schedules'),
  contracts: termKind('contracts'),
  uplines: termKind('uplines'),
  overrides: termKind('overrides'),
  splits: termKind('splits'),
  advances: termKind('advances'),
  adjustments: termKind('adjustments'),
}

/** Texts of a file kind. Leads have their own screen. */
export function fileKind(kind: ImportKind): FileKind {
  if (isTermFile(kind)) return termKinds[kind]
  return kind === 'commissions' ? commissions : policies
}

export function fieldLabel(kind: ImportKind, name: string | null): string | null {
  return fileKind(kind).fields.find((field) => field.name === name || field.column === name)?.label ?? name
}

/** Number of rows of a count or tab; null if it doesn't count rows. */
export function countOf(
  { counts, commissions }: Pick<ImportRun, 'counts' | 'commissions'>,
  name: RowTab,
): number | null {
  if (name === 'money') return null
  if (name === 'unmatched') return commissions?.unmatched.rows ?? 0
  return counts?.[name] ?? 0
}

/** Groups adjacent lines of the same record. */
export function sameRecord(a: CheckedRow | undefined, b: CheckedRow): boolean {
  return a !== undefined && a.key === b.key && a.label === b.label && a.line === b.line
}
