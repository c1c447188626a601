import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import type { CheckedRow } from '@coverdesk/domain/uploads/upload-contract.ts'
import { policyFieldLabel, showPolicyValue } from '../policies/policy-fields.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** The canonical fields of a policy file with the words that a person reads, in the order of the file. */
export const policyFields = policyFile.fields.map(({ name, column, kind, required, choices }) => ({
  name,
  column,
  kind,
  required: required === true,
  choices: choices ?? null,
  label: policyFieldLabel(name),
}))

/** A field by its canonical name or its column. */
export function fieldOf(name: string | null) {
  return policyFields.find((field) => field.name === name || field.column === name)
}

/** A stored value as people read it; null when there is none. */
export function showValue(field: string | null, value: string | null): string | null {
  return showPolicyValue(fieldOf(field)?.name ?? '', value)
}

/** What a change means beyond its field: another agent of record, or the end of the policy. */
export function changeMark(row: CheckedRow): { tone: Tone; word: string } | null {
  const name = fieldOf(row.field)?.name
  if (name === 'AgentNPN') return { tone: 'amber', word: 'AOR change' }
  if (name === 'PolicyStatus' && (row.newValue === 'Terminated' || row.newValue === 'Cancelled'))
    return { tone: 'grey', word: 'Ends' }
  return null
}
