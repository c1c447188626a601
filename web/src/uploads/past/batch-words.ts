import type { ImportBatch, ImportCounts, ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'

/** Effect of an undo in words: '214 new policies are removed, 1,038 are restored'. */
export function undoInWords(counts: ImportCounts, kind: ImportKind = 'policies'): string {
  const lines = kind === 'commissions'
  const parts = [
    counts.new > 0 &&
      `${lines ? commissions(counts.new) : policies(counts.new, 'new ')} ${counts.new === 1 ? 'is' : 'are'} removed`,
    counts.changed > 0 && `${show(counts.changed)} ${counts.changed === 1 ? 'is' : 'are'} restored`,
    counts.missing > 0 &&
      `${show(counts.missing)} ${counts.missing === 1 ? 'is' : 'are'} no longer marked as missing since this file`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : `it changed no ${lines ? 'commissions' : 'policies'}`
}

/** Why an upload can't be undone, or undefined if it can. */
export function whyNotUndo(batch: ImportBatch, mayLoad: boolean): string | undefined {
  if (!mayLoad) return 'You do not have permission to do this'
  if (batch.undoneAt !== null) return 'This upload was already undone'
  if (batch.mayUndo) return undefined
  return batch.kind === 'commissions'
    ? 'A later file builds on this upload. Undo that one first'
    : "Only a carrier's newest upload can be undone"
}

function policies(count: number, what: string): string {
  return `${show(count)} ${what}${count === 1 ? 'policy' : 'policies'}`
}

function commissions(count: number): string {
  return `${show(count)} ${count === 1 ? 'commission' : 'commissions'}`
}

function show(count: number): string {
  return count.toLocaleString('en-US')
}
