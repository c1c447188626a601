import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { policyFieldLabel, showPolicyValue } from '@coverdesk/domain/policies/policy-field-words.ts'
import type { CheckedRow } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** Canonical fields of a policy file with labels, in file order. */
export const policyFields = policyFile.fields.map(({ name, column, kind, required, choices }) => ({
  name,
  column,
  kind,
  required: required === true,
  choices: choices ?? null,
  label: policyFieldLabel(name),
}))

export function fieldOf(name: string | null) {
  return policyFields.find((field) => field.name === name || field.column === name)
}

/** Formats a stored value; null if empty. */
export function showValue(field: string | null, value: string | null): string | null {
  return showPolicyValue(fieldOf(field)?.name ?? '', value)
}

/** Highlights a change of the agent of record, or the end of a policy. */
export function changeMark(row: CheckedRow): { tone: Tone; word: string } | null {
  const name = fieldOf(row.field)?.name
  if (name === 'AgentNPN') return { tone: 'amber', word: 'AOR change' }
  if (name === 'PolicyStatus' && (row.newValue === 'Terminated' || row.newValue === 'Cancelled'))
    return { tone: 'grey', word: 'Ends' }
  return null
}
