import { describe, expect, it } from 'vitest'
import { mergeEditConflict } from './merge-edit-conflict.ts'

const before = { firstName: 'Ana', lastName: 'Vega', phone: '3055550101', languages: [1] }

describe('a form over a record that another user changed (P-74)', () => {
  it('P-74 takes the fields only they changed and keeps the fields only the user changed', () => {
    const typed = { ...before, phone: '3055550199' }
    const theirs = { ...before, lastName: 'Vega Ruiz' }
    const merged = mergeEditConflict(before, typed, theirs)
    expect(merged.values).toEqual({ ...before, lastName: 'Vega Ruiz', phone: '3055550199' })
    expect(merged.conflicts).toEqual([])
    expect(merged.mine).toEqual(['phone'])
  })

  it('P-74 lists the fields that both changed and keeps all input', () => {
    const typed = { ...before, lastName: 'Vega R.', languages: [1, 2] }
    const theirs = { ...before, lastName: 'Vega Ruiz', languages: [3] }
    const merged = mergeEditConflict(before, typed, theirs)
    expect(merged.conflicts).toEqual(['lastName', 'languages'])
    expect(merged.values).toEqual(typed)
  })

  it('P-74 is no conflict when both changed a field to the same', () => {
    const same = { ...before, lastName: 'Vega Ruiz' }
    expect(mergeEditConflict(before, same, { ...same })).toEqual({ values: same, conflicts: [], mine: [] })
  })
})
