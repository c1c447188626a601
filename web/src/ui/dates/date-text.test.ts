import { describe, expect, it } from 'vitest'
import { caretAfter } from '../basics/caret.ts'
import { dateAsTyped, dateText, dateValue } from './date-text.ts'

describe('a date while it is typed', () => {
  it('CONST-07 puts slashes between the digits of MM/DD/YYYY', () => {
    expect(dateAsTyped('1')).toBe('1')
    expect(dateAsTyped('122')).toBe('12/2')
    expect(dateAsTyped('12252026')).toBe('12/25/2026')
    expect(dateAsTyped('1/2/2026')).toBe('1/2/2026')
  })
  it('CONST-07 hands on YYYY-MM-DD, and shows it as MM/DD/YYYY', () => {
    expect(dateValue('12/25/2026')).toBe('2026-12-25')
    expect(dateText('2026-12-25')).toBe('12/25/2026')
  })
  it('hands on what is no day as it was typed, so that it can be refused', () => {
    expect(dateValue('02/30/1988')).toBe('02/30/1988')
    expect(dateText('02/30/1988')).toBe('02/30/1988')
  })
})

describe('the caret in a formatted number', () => {
  it('stays behind the digit it was behind', () => {
    expect(caretAfter('(555) 123-4567', 3)).toBe(4)
    expect(caretAfter('(555) 123-4567', 4)).toBe(7)
    expect(caretAfter('(555) 123-4567', 10)).toBe(14)
    expect(caretAfter('(555', 0)).toBe(1)
  })
})
