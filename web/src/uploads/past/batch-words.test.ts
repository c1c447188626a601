import type { ImportBatch } from '@coverdesk/domain/uploads/upload-contract.ts'
import { describe, expect, test } from 'vitest'
import { showInstant } from '../../ui/basics/instant.ts'
import { undoInWords, whyNotUndo } from './batch-words.ts'

const counts = { rows: 20_221, new: 214, changed: 1038, unchanged: 18_962, missing: 61, refused: 7 }
const batch: ImportBatch = {
  id: 1,
  kind: 'policies',
  carrierId: 1,
  carrierName: 'Ambetter',
  month: 11,
  year: 2026,
  fileName: 'book.csv',
  counts,
  amount: null,
  part: null,
  loadedAt: '2026-11-21T20:07:00.000Z',
  loadedBy: 'Ana Beltrán',
  profileVersion: 1,
  undoneAt: null,
  undoneBy: null,
  mayUndo: true,
}

describe('a past load', () => {
  test('P-60 names the exact effect of an undo', () => {
    expect(undoInWords({ ...counts, missing: 0 })).toBe('214 new policies are removed, 1,038 are restored')
    expect(undoInWords({ ...counts, new: 1, changed: 1, missing: 1 })).toBe(
      '1 new policy is removed, 1 is restored, 1 is no longer marked as missing since this file',
    )
    expect(undoInWords({ ...counts, new: 0, changed: 0, missing: 0 })).toBe('it changed no policies')
  })

  test('says why it cannot be undone', () => {
    expect(whyNotUndo(batch, true)).toBeUndefined()
    expect(whyNotUndo(batch, false)).toBe('You do not have permission to do this')
    expect(whyNotUndo({ ...batch, mayUndo: false }, true)).toBe("Only a carrier's newest upload can be undone")
    expect(whyNotUndo({ ...batch, undoneAt: batch.loadedAt, mayUndo: false }, true)).toBe(
      'This upload was already undone',
    )
  })

  test('CONST-07 shows when it was loaded, by the clock of the agency', () => {
    expect(showInstant(batch.loadedAt)).toBe('11/21/2026 3:07 PM')
  })
})
