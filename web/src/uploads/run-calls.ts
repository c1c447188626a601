import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { type TermFileKind, termFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type ImportKind, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'

export function isTermFile(kind: ImportKind): kind is TermFileKind {
  return termFileKinds.some((other) => other === kind)
}

/** Calls about a run: files of terms have those of their screens' rights. */
export const runCallsOf = (kind: ImportKind) => (isTermFile(kind) ? termFiles : uploads)
