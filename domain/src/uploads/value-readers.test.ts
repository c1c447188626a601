import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../fields/amount.ts'
import { statusByDates } from '../policies/policy-csv.ts'
import type { CarrierProfile } from './carrier-profile.ts'
import { readFileDate } from './file-date.ts'
import type { FieldKind, FileField } from './file-shape.ts'
import { plainProfile } from './known-profiles.ts'
import { readFileAmount } from './reading/file-amount.ts'
import { complaint, valueReader } from './value-readers.ts'

const month = { year: 2026, month: 11 }
function reader(kind: FieldKind, more: Partial<FileField> = {}, profile: Partial<CarrierProfile> = {}) {
  return valueReader(
    { name: 'X', column: 'x', kind, synonyms: [], ...more },
    { profile: { ...plainProfile, ...profile }, month },
  )
}

describe('cell values of carriers', () => {
  test.each([
    ['1/31/2026', '2026-01-31'],
    ['01/31/2026', '2026-01-31'],
    ['01-31-2026', '2026-01-31'],
    ['01/31/26', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['2026/1/31', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['31-Jan-2026', '2026-01-31'],
    ['1-JAN-26', '2026-01-01'],
    ['2026-01-31T00:00:00', '2026-01-31'],
    ['2026-01-31T05:00:00.000Z', '2026-01-31'],
    ['1/31/2026 12:00:00 AM', '2026-01-31'],
    ['1/31/2026 0:00', '2026-01-31'],
    ['01.31.2026', '2026-01-31'],
    ['Jan 31, 2026', '2026-01-31'],
    ['January 31 2026', '2026-01-31'],
    ['31-ene-2026', '2026-01-31'],
    ['46053', '2026-01-31'],
    ['46053.0', '2026-01-31'],
    ['N/A', ''],
  ])('UPLOAD-11 the date %s is read as %s', (typed, date) => expect(reader('date')(typed)).toBe(date))

  test.each(['02/30/1981', '13/01/2026', '2026-02-29', '1/2', 'soon', '01/31/1899', '12/31/2500', '1/31/2026 noon'])(
    'UPLOAD-11 %s is no date',
    (typed) => expect(reader('date')(typed)).toBeUndefined(),
  )

  test('UPLOAD-11 the profile decides day and month order and open ends', () => {
    expect(reader('date', {}, { dateOrder: 'DMY' })('03/04/2026')).toBe('2026-04-03')
    expect(reader('date', { endsOpen: true })('12/31/9999')).toBe('')
    expect(reader('date', { endsOpen: true }, { openEndDates: ['2099-01-01'] })('1/1/2099')).toBe('')
    expect(reader('date')('12/31/9999')).toBeUndefined()
    expect(reader('date', { endsOpen: true }, { openEndDates: [] })('12/31/2999')).toBe('')
    const born = reader('date', { past: true })
    expect([born('01/02/1960'), born('01/02/60'), born('01/02/2060')]).toEqual(['1960-01-02', '1960-01-02', undefined])
    expect(readFileDate('04/17/83', { order: 'MDY', latest: 2026, serials: false })).toBe('1983-04-17')
    expect(readFileDate('04/17/26', { order: 'MDY', latest: 2026, serials: false })).toBe('2026-04-17')
  })

  test.each([
    ['$1,234.50', '1234.50'],
    ['(66.00)', '-66.00'],
    ['($66)', '-66.00'],
    ['-66.5', '-66.50'],
    ['66.00-', '-66.00'],
    ['$66.00-', '-66.00'],
    ['$(66.00)', '-66.00'],
    ['$ (1,234.50)', '-1234.50'],
    ['( $66.00 )', '-66.00'],
    ['-$66.00', '-66.00'],
    ['\u221266.00', '-66.00'],
    ['$ -', '0.00'],
    ['007.10', '7.10'],
    ['$-66.00', '-66.00'],
    ['.5', '0.50'],
    ['-0.00', '0.00'],
    ['612.8400', '612.84'],
    ['9999999999.99', '9999999999.99'],
    ['USD 10.00', '10.00'],
    ['10.00 USD', '10.00'],
    ['$ 10.00', '10.00'],
    ['US$1,234.5', '1234.50'],
    ['USD -10.00', '-10.00'],
    ['-USD 10', '-10.00'],
    ['(10.00 usd)', '-10.00'],
    ['+10.00', '10.00'],
  ])('UPLOAD-11 the amount %s is read as %s', (typed, amount) => expect(readFileAmount(typed)).toBe(amount))

  test.each([
    '1.284,50',
    '12,34',
    '612.845',
    '(66.00',
    '66.00)',
    '--1',
    '-66.00-',
    '(66.00)-',
    '1e3',
    '12345678901',
    'CAD 10.00',
    'USD 10.00 USD',
    'USD',
    '10.00 CR',
    '$',
    '.',
    '',
  ])('UPLOAD-11 %s is no amount', (typed) => expect(readFileAmount(typed)).toBeUndefined())

  test.each(['######', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!'])(
    'UPLOAD-11 %s, which a spreadsheet shows instead of a value, is no value of any column',
    (shown) => {
      for (const kind of ['text', 'person', 'date', 'amount', 'zip'] as const) {
        expect(reader(kind)(shown)).toBeUndefined()
        expect(complaint({ name: 'X', column: 'x', kind, synonyms: [] }, shown)).toMatch(/^A spreadsheet shows this/)
      }
    },
  )

  test('UPLOAD-11 a lookup that found nothing is empty, and so are the words for none as a number; a name may be Na', () => {
    for (const kind of ['text', 'person', 'date', 'amount'] as const) expect(reader(kind)('#N/A')).toBe('')
    for (const none of ['N/A', 'null', 'None', '-']) expect(reader('text', { isId: true })(none)).toBe('')
    expect(reader('text')('Na')).toBe('Na')
    expect(reader('text', { isId: true })('NA-100')).toBe('NA-100')
    expect(reader('text')('#12')).toBe('#12')
  })

  const money = (marks: 'signs' | 'unclear') => (text: string) => {
    const field: FileField = { name: 'X', column: 'x', kind: 'amount', credited: true, synonyms: [] }
    return valueReader(field, { profile: plainProfile, month, marks })(text) ?? complaint(field, text, marks)
  }

  test('UPLOAD-15 in a statement that marks each amount, CR is paid to the agency and DR is taken back', () => {
    expect(['10.00 CR', '$1,234.5CR', 'USD 7 Cr.', '10.00 DR', '5.00db', '0.00'].map(money('signs'))).toEqual([
      '10.00',
      '1234.50',
      '7.00',
      '-10.00',
      '-5.00',
      '0.00',
    ])
    expect(money('signs')('10.00')).toBe('Other amounts have CR or DR. Add the one that is meant here')
    expect(money('signs')('-10.00 CR')).toBe('Has a minus and CR. Keep only the one that is meant')
    expect(money('signs')('(10.00) DR')).toBe('Has a minus and DR. Keep only the one that is meant')
  })

  test('UPLOAD-15 CR among amounts without a mark may mean either sign, so it is refused with what to do', () => {
    expect(['10.00', '-10.00', '10.00 DR'].map(money('unclear'))).toEqual(['10.00', '-10.00', '-10.00'])
    expect(money('unclear')('10.00 CR')).toBe(
      'Other amounts have neither CR nor DR, so CR may mean paid or taken back. Remove CR, and put a minus before what is taken back',
    )
  })

  test('UPLOAD-11 a premium with CR or DR is refused', () => {
    expect(reader('amount', { unsigned: true })('10.00 CR')).toBeUndefined()
    const premium: FileField = { name: 'X', column: 'x', kind: 'amount', unsigned: true, synonyms: [] }
    expect(complaint(premium, '10.00 DR')).toBe('Must be an amount without CR or DR')
    expect(complaint(premium, '-10.00')).toBe('Must not be negative')
    expect(complaint(premium, 'ten')).toBe('Must be an amount such as 1234.50')
  })

  test('P-59 every amount of whole cents is parsed exactly in any notation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.boolean(),
        fc.boolean(),
        (cents, grouped, sign) => {
          const amount = amountOf(cents)
          const [whole = '', places = ''] = amount.replace('-', '').split('.')
          const shown = `${sign ? '$' : ''}${grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole}.${places}`
          expect(readFileAmount(cents < 0 ? `(${shown})` : shown)).toBe(amount)
          expect(readFileAmount(cents < 0 ? `-${shown}` : shown)).toBe(amount)
          expect(readFileAmount(cents < 0 ? `${shown}-` : shown)).toBe(amount)
        },
      ),
    )
  })

  test('UPLOAD-11 phones, ZIP codes, states, numbers and emails are normalized', () => {
    expect(reader('phone')('+1 (305) 555-0142')).toBe('3055550142')
    expect(reader('phone')('555-0142')).toBeUndefined()
    expect(reader('phone')('305-555-0142 x12')).toBeUndefined()
    expect(reader('zip')('2108')).toBe('02108')
    expect(reader('zip')('331011234')).toBe('33101-1234')
    expect(reader('zip')('33101-1234')).toBe('33101-1234')
    expect(reader('zip')('3310A')).toBeUndefined()
    expect(reader('state')('florida')).toBe('FL')
    expect(reader('state')('ZZ')).toBeUndefined()
    expect(reader('integer')('03')).toBe('3')
    expect(reader('integer')('two')).toBeUndefined()
    expect(reader('digits', { maxLength: 10 })('1998O4127')).toBeUndefined()
    expect(reader('email')('Ana@Example.COM')).toBe('ana@example.com')
    expect(reader('email')('ana@example')).toBeUndefined()
    expect(reader('text')('12 Main St\r\nApt 4')).toBe('12 Main St Apt 4')
  })

  test('UPLOAD-11 the profile maps a carrier’s values and removes its suffixes', () => {
    const choices = { name: 'PolicyStatus', choices: ['Active', 'Terminated'], choiceWords: { termed: 'Terminated' } }
    const status = reader('choice', choices, { values: { PolicyStatus: { 'In Good Standing': 'Active', 'n/a': '' } } })
    expect(['in good standing', 'ACTIVE', 'Termed', 'n/a', 'odd'].map(status)).toEqual([
      'Active',
      'Active',
      'Terminated',
      '',
      undefined,
    ])
    const number = reader('text', { dropsSuffixes: true }, { stripSuffixes: ['-AR', '-X'] })
    expect(['U1-AR', 'U1-x', 'U1', '-AR'].map(number)).toEqual(['U1', 'U1', 'U1', '-AR'])
  })

  test('UPLOAD-11 each error message is a sentence for the person who fixes the file', () => {
    const field = (kind: FieldKind, more: Partial<FileField> = {}): FileField => ({
      name: 'X',
      column: 'x',
      kind,
      synonyms: [],
      ...more,
    })
    expect(complaint(field('date'), '02/30/1981')).toBe('Must be valid date')
    expect(complaint(field('date', { past: true }), '01/02/2060')).toBe('Must not be in the future')
    expect(complaint(field('date', { past: true }), '02/30/1981')).toBe('Must be valid date')
    expect(complaint(field('digits', { maxLength: 10 }), '1998O4127')).toBe('Must be digits only')
    expect(complaint(field('digits', { maxLength: 10 }), '12345678901')).toBe('Must be at most 10 digits')
    expect(complaint(field('choice', { choices: ['A', 'B'] }), 'C')).toBe('Must be one of A, B')
  })

  test('UPLOAD-11 without a status column, the status follows from the dates and the file’s month', () => {
    expect(statusByDates('2026-01-01', '2026-10-31', month)).toBe('Terminated')
    expect(statusByDates('2026-01-01', '2026-11-01', month)).toBe('Active')
    expect(statusByDates('2026-12-01', '', month)).toBe('Pending')
    expect(statusByDates('2027-01-01', '', { year: 2026, month: 12 })).toBe('Pending')
    expect(statusByDates('', '', month)).toBe('Active')
  })
})

test.each([
  ['01/01/2026 - 01/31/2026', '2026-01-01'],
  ['Jan 1, 2026 to Jan 31, 2026', '2026-01-01'],
  ['2026-01-01 – 2026-01-31', '2026-01-01'],
  ['Jan-2026', '2026-01-01'],
  ['septiembre de 2026', '2026-09-01'],
  ['Enero 2026', '2026-01-01'],
  ['01/01/2026 - 02/28/2026', undefined],
])('UPLOAD-15 the pay period %s is the month %s', (text, month) => {
  expect(reader('period')(text)).toBe(month)
})

test('UPLOAD-15 an NPN filled up with zeros or made a number is the same NPN, so that no payment counts twice', () => {
  const read = reader('digits', { maxLength: 10 })
  expect(['7654321', '07654321', '0007654321', '7654321.0'].map(read)).toEqual(Array(4).fill('7654321'))
  expect(['0', '0000000000', '0.0'].map(read)).toEqual(['', '', ''])
})
