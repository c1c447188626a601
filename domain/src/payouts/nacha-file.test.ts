import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankHolidayOn, bankingDayAfter, isBankingDay, whyNoPayday } from './banking-days.ts'
import { type NachaEntry, nachaFile } from './nacha-file.ts'
import { parseNacha } from './parse-nacha.ts'

const origin = {
  routingNumber: '123456780',
  immediateDestination: '111111118',
  immediateOrigin: '1592837465',
  bankName: 'First Bank of Miami',
  companyName: 'Sunrise Coverage',
  companyId: '1592837465',
  entryDescription: 'Commission',
  offset: null,
}
const dates = { createdOn: '2026-12-01', createdAt: '0905', effectiveOn: '2026-12-02', ofDay: 0 }
const entry = (more: Partial<NachaEntry>): NachaEntry => ({
  routingNumber: '123456780',
  accountNumber: '0001234567',
  kind: 'checking',
  holder: 'consumer',
  name: 'Inés Álvarez',
  individualId: '19984127',
  amount: 15_001,
  ...more,
})
const record = (text: string) => text.padEnd(94, ' ')

describe('a NACHA file', () => {
  test('35 has the entry hash and the sums of its payments, byte for byte as the layout says', () => {
    const payments = [
      entry({}),
      entry({ routingNumber: '111111118', amount: 4500, holder: 'business', kind: 'savings' }),
    ]
    const { text, ...sums } = nachaFile(origin, dates, [...payments, entry({ amount: 0 }), entry({ amount: -5 })])
    expect(sums).toEqual({ entries: 2, entryHash: '0023456789', credit: 19_501, debit: 0 })
    expect(text.split('\r\n')).toEqual([
      record('101 11111111815928374652612010905A094101FIRST BANK OF MIAMI    SUNRISE COVERAGE'),
      '5220SUNRISE COVERAGE                    1592837465PPDCOMMISSION261201261202   1123456780000001',
      '6221234567800001234567       000001500119984127       INES ALVAREZ            0123456780000001',
      '822000000100123456780000000000000000000150011592837465                         123456780000001',
      '5220SUNRISE COVERAGE                    1592837465CCDCOMMISSION261201261202   1123456780000002',
      '6321111111180001234567       000000450019984127       INES ALVAREZ            0123456780000002',
      '82200000010011111111000000000000000000004500' + '1592837465                         123456780000002',
      record('9000002000001000000020023456789000000000000000000019501'),
      '9'.repeat(94),
      '9'.repeat(94),
      '',
    ])
    expect(parseNacha(text)).toMatchObject({ entryHash: '0023456789', credit: 19_501n })
  })

  test('of a bank that wants it balanced debits the company’s account at the end of each batch, byte for byte', () => {
    const offset = { accountNumber: '9900112233', kind: 'checking' } as const
    const payments = [
      entry({}),
      entry({ amount: 99 }),
      entry({ routingNumber: '111111118', amount: 4500, holder: 'business', kind: 'savings' }),
    ]
    const { text, ...sums } = nachaFile({ ...origin, offset }, dates, payments)
    expect(sums).toEqual({ entries: 5, entryHash: '0060493823', credit: 19_600, debit: 19_600 })
    expect(text.split('\r\n')).toEqual([
      record('101 11111111815928374652612010905A094101FIRST BANK OF MIAMI    SUNRISE COVERAGE'),
      '5200SUNRISE COVERAGE                    1592837465PPDCOMMISSION261201261202   1123456780000001',
      '6221234567800001234567       000001500119984127       INES ALVAREZ            0123456780000001',
      '6221234567800001234567       000000009919984127       INES ALVAREZ            0123456780000002',
      '6271234567809900112233       00000151001592837465     SUNRISE COVERAGE        0123456780000003',
      '820000000300370370340000000151000000000151001592837465                         123456780000001',
      '5200SUNRISE COVERAGE                    1592837465CCDCOMMISSION261201261202   1123456780000002',
      '6321111111180001234567       000000450019984127       INES ALVAREZ            0123456780000004',
      '6271234567809900112233       00000045001592837465     SUNRISE COVERAGE        0123456780000005',
      '820000000200234567890000000045000000000045001592837465                         123456780000002',
      record('9000002000002000000050060493823000000019600000000019600'),
      ...Array.from({ length: 9 }, () => '9'.repeat(94)),
      '',
    ])
    expect(parseNacha(text)).toMatchObject({ credit: 19_600n, debit: 19_600n })
  })

  test('is refused without a payment, and with an amount of more than ten digits', () => {
    expect(() => nachaFile(origin, dates, [entry({ amount: 0 })])).toThrow(RangeError)
    expect(() => nachaFile(origin, dates, [entry({ amount: 10_000_000_000 })])).toThrow(RangeError)
    const offset = { accountNumber: '9900112233', kind: 'checking' } as const
    const together = [entry({ amount: 6_000_000_000 }), entry({ amount: 4_000_000_000 })]
    expect(() => nachaFile({ ...origin, offset }, dates, together)).toThrow(/payments together/)
  })

  test('has an id of its own in its day, and is refused where no id is left', () => {
    const files = Array.from({ length: 36 }, (_, ofDay) => nachaFile(origin, { ...dates, ofDay }, [entry({})]).text)
    expect(new Set(files.map((text) => parseNacha(text).modifier)).size).toBe(36)
    expect(() => nachaFile(origin, { ...dates, ofDay: 36 }, [entry({})])).toThrow(/tomorrow/)
  })

  test.each([
    ['Łukasz Żółw', 'LUKASZ ZOLW'],
    ['Søren Bjørn-Æbelø', 'SOREN BJORN-AEBELO'],
    ['Jürgen Groß', 'JURGEN GROSS'],
    ['Siobhán O’Brien', "SIOBHAN O'BRIEN"],
  ])('has the letters of a name as banks read them: %s', (name, read) => {
    const { batches } = parseNacha(nachaFile(origin, dates, [entry({ name })]).text)
    expect(batches[0]?.entries[0]?.name).toBe(read)
  })

  const eight = fc.integer({ min: 1_000_000, max: 99_999_999 }).map((value) => String(value).padStart(8, '0'))
  const routing = eight.map((bank) => {
    const sum = [...bank].reduce(
      (total, digit, place) => total + Number(digit) * (place % 3 === 0 ? 3 : place % 3 === 1 ? 7 : 1),
      0,
    )
    return `${bank}${(10 - (sum % 10)) % 10}`
  })
  const payment = fc.record({
    routingNumber: routing,
    accountNumber: fc.stringMatching(/^\d{5,17}$/),
    kind: fc.constantFrom('checking' as const, 'savings' as const),
    holder: fc.constantFrom('consumer' as const, 'business' as const),
    name: fc.string({ unit: 'grapheme', maxLength: 40 }),
    individualId: fc.stringMatching(/^[A-Z0-9]{0,20}$/),
    // A balanced batch of 60 has ten digits for its debit.
    amount: fc.integer({ min: -500_000, max: 160_000_000 }),
  })
  const account = fc.option(
    fc.record({ accountNumber: fc.stringMatching(/^\d{5,17}$/), kind: fc.constantFrom('checking', 'savings') }),
  )

  test('of any payments passes an independent parser, which finds each positive payment once, to the cent', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 60 }), fc.nat(35), account, (payments, ofDay, offset) => {
        const paid = payments.filter(({ amount }) => amount > 0)
        fc.pre(paid.length > 0)
        const { text } = nachaFile({ ...origin, offset }, { ...dates, ofDay }, payments)
        const parsed = parseNacha(text)
        expect(parsed.debit).toBe(offset ? parsed.credit : 0n)
        const found = parsed.batches.flatMap(({ code, service, entries }) => {
          expect(service).toBe(offset ? '200' : '220')
          const credits = offset ? entries.slice(0, -1) : entries
          if (offset)
            expect(entries.at(-1)).toMatchObject({
              transaction: offset.kind === 'checking' ? '27' : '37',
              routing: origin.routingNumber,
              account: offset.accountNumber,
            })
          return credits.map(({ routing: bank, account: number, amount, transaction }) =>
            [code, bank, number, amount, transaction].join(' '),
          )
        })
        const sent = paid.map(({ holder, routingNumber, accountNumber, amount, kind }) =>
          [
            holder === 'consumer' ? 'PPD' : 'CCD',
            routingNumber,
            accountNumber,
            amount,
            kind === 'checking' ? 22 : 32,
          ].join(' '),
        )
        expect(found.toSorted()).toEqual(sent.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  test.each([null, { accountNumber: '9900112233', kind: 'checking' as const }])(
    'that was altered in any digit of an amount or routing number is refused by the parser: %o',
    (offset) => {
      const { text } = nachaFile({ ...origin, offset }, dates, [entry({}), entry({ amount: 7 })])
      const at = text.lastIndexOf('\r\n6') + 2
      for (const place of [3, 7, 11, 30, 38]) {
        const digit = (Number(text[at + place]) + 1) % 10
        const altered = text.slice(0, at + place) + digit + text.slice(at + place + 1)
        expect(() => parseNacha(altered)).toThrow(/NACHA/)
      }
    },
  )
})

describe('banking days', () => {
  test('are no weekends and no holidays of the Federal Reserve, by day, by weekday, and by the Monday after a Sunday', () => {
    const holidays = [
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]
    const weekdays = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    )
    expect(weekdays.filter((day) => bankHolidayOn(day) !== null)).toEqual(holidays)
    // A holiday on a Saturday closes no Friday; one on a Sunday closes the Monday.
    expect([isBankingDay('2026-07-03'), isBankingDay('2027-07-05'), isBankingDay('2027-07-06')]).toEqual([
      true,
      false,
      true,
    ])
    expect(bankingDayAfter('2026-11-25')).toBe('2026-11-27')
  })

  test('are the only effective dates, and the refusal names the next one', () => {
    expect(whyNoPayday('2026-11-26', '2026-11-25')).toBe(
      'Banks are closed: it is Thanksgiving Day. The next banking day is 11/27/2026',
    )
    expect(whyNoPayday('2026-11-28', '2026-11-25')).toContain('a Saturday')
    expect(whyNoPayday('2026-11-24', '2026-11-25')).toContain('is over')
    expect(whyNoPayday('2026-11-27', '2026-11-25')).toBeNull()
    expect(whyNoPayday('2027-11-26', '2026-11-25')).toContain('within 60 days')
  })
})
