import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import type { BookFindings } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

const namesOfFile = ['FirstName', 'LastName', 'InsuredName']

/** Columns that every new policy has: if the file has no names, its name is 'No name' and its number. */
export const nameColumns: readonly string[] = policyFile.fields
  .filter(({ name }) => policyFile.mayLack?.includes(name))
  .map(({ column }) => column)

const hasNames = ({ hasHeading }: StagedImport) => namesOfFile.some(hasHeading)

/** A file without names neither compares nor changes the names of known policies. */
export function keepNames(staged: StagedImport): void {
  if (hasNames(staged)) return
  staged.columns = staged.columns.filter((column) => !nameColumns.includes(column))
}

/** Policies affected by a file without names; null for a file that has names. */
export function namelessOf(staged: StagedImport): BookFindings['nameless'] {
  if (hasNames(staged)) return null
  const { new: added, changed, unchanged } = staged.counts
  return { new: added, known: changed + unchanged }
}
