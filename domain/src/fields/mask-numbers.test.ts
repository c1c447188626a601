import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskData, maskDocument, maskNumbers } from './mask-numbers.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const between = fc.constantFrom('-', '.', ' ', '_', '/', ' - ', '\u2011', '\u2013', '\u00a0')
const ssn = fc.tuple(digits(3), digits(2), digits(4))
/** Social security number in the notations of people and programs. */
const rendered = fc.oneof(
  ssn.map((parts) => parts.join('')),
  fc.tuple(ssn, between, between).map(([[a, b, c], one, two]) => a + one + b + two + c),
  ssn.map(([a, b, c]) => `${a}-${b}${c}`),
)
const personalName = fc.constantFrom(
  'ssn',
  'SSN',
  'ssns',
  'ssnFull',
  'primarySSN',
  'member_ssn',
  'memberssn',
  'tin',
  'TIN',
  'itin',
  'taxId',
  'Tax ID #',
  'socialSecurityNumber',
  'social_security',
  'Social Security No.',
  'Soc Sec #',
  'S.S.N.',
  'taxpayerId',
  'SS#',
)
const anyName = fc.constantFrom('value', 'note', 'text', 'x', 'firstName', 'contact', 'businessName', 'comments')

/** Whether a text contains all digits of a number in order, with up to three other characters between them. */
const shows = (text: string, number: string) =>
  new RegExp([...number.replace(/\D/g, '')].join('[^0-9]{0,3}')).test(text)

describe('personal numbers are masked', () => {
  it('P-61 P-63 masks every rendering of an SSN in every shape of a document', () => {
    const shapes: ((number: string, name: string, other: string) => unknown)[] = [
      (number, name) => ({ [name]: number }),
      (number, name) => ({ [name]: { value: number } }),
      (number, name) => ({ [name]: { raw: { current: [number] } } }),
      (number, name) => ({ [name]: [number, number] }),
      (number, name) => ({ [name]: [{ value: number, id: 7 }] }),
      (number, name) => ({ type: name, value: number }),
      (number, name) => ({ value: number, kind: name }),
      (number, name) => ({ type: name, id: number }),
      (number, _name, other) => ({ persons: [{ [other]: number }] }),
      (number, _name, other) => ({ [other]: `Called about ${number}, wait` }),
      (number, name, other) => ({ [other]: JSON.stringify({ [name]: number }) }),
      (number, name, other) => ({ [other]: JSON.stringify(JSON.stringify({ [name]: { value: number } })) }),
      (number, name, other) => ({ [other]: `sent {"${name}":"${number}"} twice` }),
      (number, _name, other) => [[[{ [other]: [number] }]]],
      (number) => ({ [number]: { known: true } }),
    ]
    fc.assert(
      fc.property(rendered, personalName, anyName, fc.constantFrom(...shapes), (number, name, other, shape) => {
        const data = shape(number, name, other)
        expect(shows(JSON.stringify(maskData(data)), number)).toBe(false)
        const text = maskDocument(JSON.stringify(data))
        expect(shows(text, number)).toBe(false)
        expect(maskDocument(text)).toBe(text)
        // Truncated JSON must be masked too.
        expect(shows(maskDocument(JSON.stringify(data).slice(0, -1)), number)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('P-61 masks a value of a personal field, also without leading zeros and as a JSON number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 999_999_999 }), personalName, (number, name) => {
        expect(shows(JSON.stringify(maskData({ [name]: number })), String(number))).toBe(false)
        expect(shows(maskNumbers(String(number), name), String(number))).toBe(false)
      }),
    )
  })

  it('P-61 P-66 masks every rendering in free text, file names and log lines', () => {
    const around: ((number: string) => string)[] = [
      (number) => number,
      (number) => `ssn_${number}.csv`,
      (number) => `SSN${number}`,
      (number) => `SSN-${number}`,
      (number) => `Scan (${number}).pdf`,
      (number) => `${number}, ${number}`,
      (number) => `${number} ${number}`,
      (number) => `The SSN is ${number}.`,
      (number) => `<SSN>${number}</SSN>`,
      (number) => `invalid input syntax: "${number}"`,
    ]
    fc.assert(
      fc.property(rendered, fc.constantFrom(...around), (number, write) => {
        const masked = maskNumbers(write(number))
        expect(shows(masked, number)).toBe(false)
        expect(maskNumbers(masked)).toBe(masked)
      }),
      { numRuns: 1000 },
    )
  })

  it('P-61 P-66 masks a number that is written with full-width digits, invisible signs, doubled dashes or parentheses', () => {
    const written = [
      '９８７-65-1423',
      '９８７６５１４２３',
      '987\u200b-65-1423',
      '98\u00ad7651423',
      '987--65--1423',
      '(987) 65-1423',
    ]
    for (const number of written) {
      expect(maskNumbers(`Scan ${number}.pdf`)).toMatch(/^Scan \(?\*\*\*-\*\*-1423\.pdf$/)
      expect(JSON.stringify(maskData({ note: [number] }))).toMatch(/\["\(?\*\*\*-\*\*-1423"\]/)
      expect(maskDocument(JSON.stringify({ ssn: { value: number } }))).toMatch(/"\(?\*\*\*-\*\*-1423"/)
    }
    for (const kept of ['（305） 555-0111', 'Ana\u200dMar\u00eda', '\ufeffName', '①②③', '👩‍👧 12', '(305) 555-0111'])
      expect(maskNumbers(kept)).toBe(kept)
  })

  it('P-61 keeps the last four digits, and masks card numbers', () => {
    expect(maskNumbers('SSN 987-65-1423')).toBe('SSN ***-**-1423')
    expect(maskNumbers('987651423', 'Member SSN')).toBe('***-**-1423')
    expect(maskNumbers('Card 4111 1111 1111 1111, call')).toBe('Card ****1111, call')
    expect(maskNumbers('379104628357918')).toBe('379104628357918'.replace(/^\d+(?=\d{4})/, '****'))
    expect(maskData({ ssn: { value: '987651423', verified: true, verifiedOn: '2026-01-02' } })).toEqual({
      ssn: { value: '***-**-1423', verified: true, verifiedOn: '2026-01-02' },
    })
  })

  it('P-61 masks a number in JSON with escapes, duplicate keys or deep nesting', () => {
    const nested = `${'['.repeat(50_000)}"987-65-1423"${']'.repeat(50_000)}`
    for (const text of [
      '{"a":"987\\u002d65\\u002d1423"}',
      '{"a":"987-65-1423","a":"fine"}',
      nested,
      '{"ssn":987651423',
      '{"ssns":["987651423"',
    ])
      expect(shows(maskDocument(text), '987651423')).toBe(false)
  })
})

describe('other numbers are unchanged', () => {
  const money = fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), digits(2)).map(([whole, rest]) => `${whole}.${rest}`)
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  const others: Record<string, fc.Arbitrary<string>> = {
    npn: fc.integer({ min: 1, max: 9_999_999_999 }).map(String),
    agentNpn: fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String),
    zipCode: fc.oneof(
      digits(5),
      digits(9),
      fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
    ),
    phone: digits(10).chain((d) =>
      fc.constantFrom(
        d,
        `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
        `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`,
        `+1 ${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
      ),
    ),
    policyNumber: fc.oneof(
      digits(9),
      digits(10),
      digits(9).map((d) => `U${d}`),
      digits(9).map((d) => `H${d}-01`),
    ),
    exchangeAssignedId: digits(10),
    FFMApplicationID: digits(9),
    exchangeSubscriberId: fc.oneof(digits(9), digits(10)),
    memberId: fc.oneof(digits(9), digits(11)),
    personId: digits(9),
    'Carrier Policy ID': digits(9),
    planId: fc.tuple(digits(5), digits(7)).map(([issuer, rest]) => `${issuer}FL${rest}-01`),
    amount: money,
    annualIncome: fc.oneof(money, digits(9)),
    dateEffective: day.map((date) => date.toISOString().slice(0, 10)),
    snapshotDate: day.map((date) => date.toISOString()),
    dob: day.map((date) => date.toLocaleDateString('en-US', { timeZone: 'UTC' })),
    requestId: fc.uuid(),
  }
  const one = fc
    .constantFrom(...Object.entries(others))
    .chain(([name, values]) => values.map((value) => ({ name, value })))

  it('P-61 does not mask NPNs, ZIP codes, phones, amounts, dates, plan, policy and exchange ids', () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (known) => {
        for (const { name, value } of known) {
          expect(maskNumbers(value, name)).toBe(value)
          const text = JSON.stringify({ persons: [{ [name]: value, list: [{ [name]: value }] }] })
          expect(maskDocument(text)).toBe(text)
          expect(maskDocument(text.slice(0, -2))).toBe(text.slice(0, -2))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('P-61 does not mask a UUID whose first digits have the check digit of a card', () => {
    const id = '54522747-0012-1000-8000-000000000000'
    expect(maskNumbers(id, 'value')).toBe(id)
    expect(maskNumbers('5452-2747-0012-1000')).toBe('****1000')
  })

  it('P-61 does not mask values without a nine-digit number under any name', () => {
    const plain = fc.oneof(
      ...['zipPlus4', 'amount', 'date'].map((kind) =>
        kind === 'amount'
          ? money
          : kind === 'date'
            ? day.map((date) => date.toISOString())
            : fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
      ),
      digits(10),
      digits(8),
      fc.uuid(),
      fc.constantFrom(
        '12345FL0010001',
        '(305) 555-0142',
        '305-555-0142',
        'Route 12, 33101-1234',
        '••••1423',
        '***-**-1423',
      ),
    )
    fc.assert(
      fc.property(plain, anyName, (value, name) => {
        expect(maskNumbers(value, name)).toBe(value)
        expect(maskData({ [name]: value })).toEqual({ [name]: value })
      }),
      { numRuns: 1000 },
    )
  })
})
