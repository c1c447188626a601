import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldSealer, SealBroken } from './sealed-field.ts'

const secret = 'a-field-secret-for-tests-0123456789-abcdef'
const newer = 'another-field-secret-0123456789-ghijklmnop'
const sealer = fieldSealer(secret)
const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const word = fc.string({ unit: 'binary-ascii', maxLength: 12 })
const place = fc.record({ table: word, row: word, column: word })

test('P-61 a sealed value decrypts in its place, and the same text never seals to the same bytes', () => {
  fc.assert(
    fc.property(place, text, (place, text) => {
      const sealed = sealer.seal(place, text)
      expect(sealer.open(place, sealed)).toBe(text)
      expect(sealed.equals(sealer.seal(place, text))).toBe(false)
      if (text.length > 8) expect(sealed.includes(text)).toBe(false)
    }),
  )
})

test('P-61 a sealed value of another table, row or column does not open', () => {
  fc.assert(
    fc.property(place, place, text, (here, there, text) => {
      fc.pre(JSON.stringify(here) !== JSON.stringify(there))
      expect(() => sealer.open(there, sealer.seal(here, text))).toThrow(SealBroken)
    }),
  )
  // Names that run together to the same letters are different places.
  const sealed = sealer.seal({ table: 'ab', row: 'c', column: 'd' }, 'x')
  expect(() => sealer.open({ table: 'a', row: 'bc', column: 'd' }, sealed)).toThrow(SealBroken)
})

test('P-61 a flipped bit, a cut or a lengthened value does not open, and the error tells nothing', () => {
  const here = { table: 'people', row: '7', column: 'ssn' }
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(7), fc.nat(), (text, byte, bit, cut) => {
      const sealed = sealer.seal(here, text)
      const flipped = Buffer.from(sealed)
      const at = byte % flipped.length
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      for (const altered of [
        flipped,
        sealed.subarray(0, cut % sealed.length),
        Buffer.concat([sealed, Buffer.of(byte % 256)]),
      ])
        expect(() => sealer.open(here, altered)).toThrow(/^A sealed value cannot be opened$/)
    }),
  )
})

test('P-65 an earlier secret opens what it sealed, a new value is under the current one, a lost secret opens nothing', () => {
  const here = { table: 'people', row: '7', column: 'ssn' }
  const rotated = fieldSealer(newer, [secret])
  fc.assert(
    fc.property(text, (text) => {
      const old = sealer.seal(here, text)
      const fresh = rotated.seal(here, text)
      expect(rotated.open(here, old)).toBe(text)
      expect([rotated.isCurrent(old), rotated.isCurrent(fresh)]).toEqual([false, true])
      expect(fieldSealer(newer).open(here, fresh)).toBe(text)
      expect(() => sealer.open(here, fresh)).toThrow(SealBroken)
      expect(() => fieldSealer(newer).open(here, old)).toThrow(SealBroken)
    }),
  )
})

test('P-61 the search hash finds equal texts of one column and depends on the secret', () => {
  const ssn = { table: 'people', column: 'ssn' }
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(sealer.searchHash(ssn, one).equals(sealer.searchHash(ssn, other))).toBe(one === other)
      expect(sealer.searchHash({ ...ssn, column: 'pan' }, one).equals(sealer.searchHash(ssn, one))).toBe(false)
      const [now, before] = fieldSealer(newer, [secret]).searchHashes(ssn, one)
      expect(before?.equals(sealer.searchHash(ssn, one))).toBe(true)
      expect(now?.equals(sealer.searchHash(ssn, one))).toBe(false)
    }),
  )
})
