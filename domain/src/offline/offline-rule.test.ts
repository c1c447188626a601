import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAdult, writeDate } from '../fields/calendar-date.ts'
import { isCardNumber, showCardNumber, showExpiry } from '../fields/payment-card.ts'
import { isSsn, readPhone, showPhone, showSsn } from '../fields/personal-numbers.ts'
import { draftOf, newMember, newOffline, OfflineDraftFields, OfflineTyped } from './offline-fields.ts'
import { judgeOffline } from './offline-rule.ts'

const today = '2026-11-21'
const whole = OfflineTyped.parse({
  firstName: 'Maria',
  lastName: 'Vega',
  dob: '1988-03-14',
  sex: 'F',
  ssn: '900-12-3456',
  migratoryStatus: 'resident',
  phone: '(305) 555-0142',
  language: 'es',
  address: '12 Ocean Drive',
  zipCode: '33139',
  city: 'Miami Beach',
  state: 'FL',
  typeOfIncome: 'self_employed',
  annualIncome: '42500',
})
const card = {
  cardNumber: '4111 1111 1111 1111',
  cardExpDate: '11/26',
  cardCvv: '839',
  cardFirstName: 'Maria',
  cardLastName: 'Vega',
}
const member = { ...newMember('Vega'), relation: 'child', firstName: 'Ana', dob: '2016-11-21', sex: 'F' }
const problems = (change: Partial<OfflineTyped>) =>
  Object.fromEntries(judgeOffline({ ...whole, ...change }, today).problems.map(({ path, message }) => [path, message]))
const ofMember = (change: Partial<typeof member>) => problems({ offlineAppMembers: [{ ...member, ...change }] })

describe('the offline application', () => {
  it('OFFLINE-09 A-073 reports every required field of the applicant, and no others', () => {
    const empty = judgeOffline(newOffline(), today).problems.map(({ path }) => path)
    expect(empty.toSorted()).toEqual(
      [
        'firstName',
        'lastName',
        'dob',
        'sex',
        'ssn',
        'migratoryStatus',
        'phone',
        'address',
        'zipCode',
        'city',
        'state',
        'typeOfIncome',
        'annualIncome',
      ].toSorted(),
    )
    expect(problems({})).toEqual({})
  })

  it('OFFLINE-09 requires the SSN only of applicants, and the employer only of the employed', () => {
    expect(problems({ ssn: '', apply: false })).toEqual({})
    expect(problems({ ssn: '' })).toEqual({ ssn: 'Not an SSN' })
    expect(Object.keys(problems({ typeOfIncome: 'employed' }))).toEqual(['employerName', 'employerPhone'])
    expect(problems({ typeOfIncome: 'employed', employerName: 'Bayside', employerPhone: '3055550188' })).toEqual({})
  })

  it('OFFLINE-10 A-074 requires the income of a spouse, with the employer if employed, and of no other member', () => {
    const adult = { dob: '1986-07-02' }
    expect(Object.keys(ofMember({ ...adult, relation: 'spouse' }))).toEqual([
      'offlineAppMembers.0.typeOfIncome',
      'offlineAppMembers.0.annualIncome',
    ])
    expect(
      Object.keys(ofMember({ ...adult, relation: 'spouse', typeOfIncome: 'employed', annualIncome: '9000' })),
    ).toEqual(['offlineAppMembers.0.employerName', 'offlineAppMembers.0.employerPhone'])
    expect(ofMember({ ...adult, relation: 'spouse', typeOfIncome: 'unemployed', annualIncome: '0' })).toEqual({})
    for (const relation of ['father', 'mother', 'child', 'dependent']) expect(ofMember({ relation })).toEqual({})
    expect(ofMember({ relation: 'uncle' })).toEqual({ 'offlineAppMembers.0.relation': 'Not valid' })
  })

  it('OFFLINE-17 a blank name or one over 50 characters is not valid in any field', () => {
    for (const wrong of ['', '   ', 'x'.repeat(51), 'Ma\u0000ria']) {
      expect(problems({ firstName: wrong }).firstName, JSON.stringify(wrong)).toBe('Not valid')
      expect(ofMember({ lastName: wrong })['offlineAppMembers.0.lastName']).toBe('Not valid')
      expect(problems({ ...card, cardFirstName: wrong }).cardFirstName).toBe('Not valid')
    }
    expect(problems({ firstName: 'x'.repeat(50), middleName: '' })).toEqual({})
    expect(problems({ middleName: 'x'.repeat(51) })).toEqual({ middleName: 'Not valid' })
  })

  it('OFFLINE-18 OFFLINE-21 invalid phones, social security numbers and sexes are refused with the specification’s messages', () => {
    expect(problems({ phone: '305555014' })).toEqual({ phone: 'Not a Phone' })
    expect(problems({ employerPhone: '12' })).toEqual({ employerPhone: 'Not a Phone' })
    expect(problems({ ssn: '900-12-345' })).toEqual({ ssn: 'Not an SSN' })
    expect(ofMember({ ssn: '12' })).toEqual({ 'offlineAppMembers.0.ssn': 'Not an SSN' })
    expect(problems({ sex: 'X' })).toEqual({ sex: 'Not valid' })
    expect(ofMember({ sex: 'f' })).toEqual({ 'offlineAppMembers.0.sex': 'Not valid' })
  })

  it('OFFLINE-19 A-073 requires all card fields or none, except the middle name', () => {
    expect(problems(card)).toEqual({})
    expect(problems({ cardMiddleName: 'Inés' })).toEqual({
      cardNumber: 'Not a card number',
      cardExpDate: 'Not an expiration',
      cardCvv: 'Not a CVV',
      cardFirstName: 'Not valid',
      cardLastName: 'Not valid',
    })
    expect(problems({ ...card, cardNumber: '4111 1111 1111 1112' })).toEqual({ cardNumber: 'Not a card number' })
    expect(problems({ ...card, cardExpDate: '10/26' })).toEqual({ cardExpDate: 'Not an expiration' })
    expect(problems({ ...card, cardCvv: '83' })).toEqual({ cardCvv: 'Not a CVV' })
    expect(problems({ ...card, cardCvv: '8397' })).toEqual({ cardCvv: 'Not a CVV' })
    expect(problems({ ...card, cardNumber: '378282246310005', cardCvv: '8397' })).toEqual({})
  })

  it('OFFLINE-20 CONST-10 A-075 applicant and spouse must be 18, other members have no minimum age', () => {
    expect(problems({ dob: '2008-11-21' })).toEqual({})
    expect(problems({ dob: '2008-11-22' })).toEqual({ dob: 'Must be 18+' })
    expect(problems({ dob: '1988-02-30' })).toEqual({ dob: 'Must be valid date' })
    expect(problems({ dob: '2026-11-22' })).toEqual({ dob: 'Must be valid date' })
    expect(ofMember({ relation: 'spouse', dob: '2008-11-22' })['offlineAppMembers.0.dob']).toBe('Must be 18+')
    expect(ofMember({ dob: today })).toEqual({})
    expect(ofMember({ dob: '2026-11-22' })).toEqual({ 'offlineAppMembers.0.dob': 'Must be valid date' })
  })

  it('OFFLINE-08 accepts dates of birth up to 110 years back', () => {
    expect(problems({ dob: '1916-01-01' })).toEqual({})
    expect(problems({ dob: '1915-12-31' })).toEqual({ dob: 'Must be valid date' })
  })

  it('CONST-08 accepts the languages en and es, and the sexes M and F', () => {
    for (const language of ['en', 'es']) expect(problems({ language })).toEqual({})
    expect(problems({ language: 'fr' })).toEqual({ language: 'Not valid' })
    for (const sex of ['M', 'F']) expect(problems({ sex })).toEqual({})
  })

  it('P-62 P-63 a draft has no fields for card and social security numbers', () => {
    const draft = draftOf({ ...whole, ...card, offlineAppMembers: [{ ...member, ssn: '900-65-4321' }] })
    expect(JSON.stringify(draft)).not.toMatch(/900|4111|839|card/)
    expect(OfflineDraftFields.safeParse(draft).success).toBe(true)
    for (const smuggled of [{ ssn: '900-12-3456' }, { cardCvv: '839' }, { cardNumber: '' }])
      expect(OfflineDraftFields.safeParse({ ...draft, ...smuggled }).success).toBe(false)
  })

  it('never throws, and accepts only input with every required field', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('F', 'en', 'spouse', 'employed', '2008-11-21', '33139', 'FL'))
    fc.assert(
      fc.property(
        fc.record({
          firstName: text,
          dob: text,
          sex: text,
          phone: text,
          ssn: text,
          typeOfIncome: text,
          annualIncome: text,
        }),
        (typed) => {
          const judged = judgeOffline({ ...whole, ...typed }, today)
          if (judged.problems.length > 0) return
          expect(judged.application.firstName).not.toBe('')
          expect(judged.application.phone).toMatch(/^\d{10}$/)
          expect(judged.application.ssn).toMatch(/^\d{9}$/)
          expect(judged.application.annualIncome).toMatch(/^\d+\.\d{2}$/)
        },
      ),
    )
  })
})

const digits = (least: number, most = least) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''))
const day = fc
  .record({
    year: fc.integer({ min: 1917, max: 2026 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day }) => writeDate(year, month, day))

describe('the fields of an offline application, for any value', () => {
  it('CONST-11 any nine digits are a social security number, formatted or not, and no other count is', () => {
    fc.assert(
      fc.property(digits(0, 12), (typed) => {
        expect(isSsn(typed)).toBe(typed.length === 9)
        expect(showSsn(typed).replaceAll('-', '')).toBe(typed.slice(0, 9))
        expect(isSsn(showSsn(typed))).toBe(typed.length >= 9)
      }),
    )
  })

  it('CONST-11 formatting a phone keeps its ten digits', () => {
    fc.assert(
      fc.property(digits(10), (typed) => {
        expect(readPhone(showPhone(typed))).toBe(typed)
      }),
    )
  })

  it('CONST-12 exactly one check digit is valid, and a wrong digit or two swapped neighbors are detected', () => {
    fc.assert(
      fc.property(digits(12, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (head, at, by) => {
        const right = [...'0123456789'].map((last) => head + last).filter(isCardNumber)
        expect(right).toHaveLength(1)
        const number = right[0] ?? ''
        // Amex shows only fifteen digits.
        if (!/^3[47]/.test(number)) expect(isCardNumber(showCardNumber(number))).toBe(true)
        const place = at % number.length
        const wrong = number.slice(0, place) + ((Number(number[place]) + by) % 10) + number.slice(place + 1)
        expect(isCardNumber(wrong)).toBe(false)
        const [one, two] = [number[place] ?? '', number[place + 1] ?? number[place] ?? '']
        // Known limitation of the Luhn formula: 09 and 90.
        if (one === two || ['09', '90'].includes(one + two)) return
        expect(isCardNumber(number.slice(0, place) + two + one + number.slice(place + 2))).toBe(false)
      }),
    )
  })

  it('CONST-12 a card is valid until the last day of its month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 98 }), (month, year) => {
        const typed = showExpiry(`${String(month).padStart(2, '0')}${year}`)
        const next = month === 12 ? `20${year + 1}-01-01` : writeDate(2000 + year, month + 1, 1)
        const end = (on: string) => judgeOffline({ ...whole, ...card, cardExpDate: typed }, on).problems
        const sentence = (on: string) => end(on).find(({ path }) => path === 'cardExpDate')?.message
        expect(sentence(writeDate(2000 + year, month, 28))).toBeUndefined()
        expect(sentence(next)).toBe('Not an expiration')
      }),
    )
  })

  it('CONST-10 a person is of age on the 18th birthday and not the day before, also when born on a leap day', () => {
    fc.assert(
      fc.property(day, (dob) => {
        const year = Number(dob.slice(0, 4)) + 18
        const birthday = `${year}${dob.slice(4)}`
        const before = new Date(Date.parse(birthday) - 86_400_000).toISOString().slice(0, 10)
        expect([isAdult(dob, before), isAdult(dob, birthday)]).toEqual([false, true])
      }),
    )
    for (const [dob, last, first] of [
      ['2008-02-29', '2026-02-28', '2026-03-01'],
      ['2004-02-29', '2022-02-28', '2022-03-01'],
    ] as const)
      expect([isAdult(dob, last), isAdult(dob, first)]).toEqual([false, true])
  })
})
