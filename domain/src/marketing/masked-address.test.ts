import { expect, test } from 'vitest'
import { maskedAddress } from './masked-address.ts'

test('a masked address shows its first letters and its top-level domain, at any length', () => {
  expect(maskedAddress('nelida.quiroga@example.com')).toBe('n•••@e•••.com')
  expect(maskedAddress('n@mail.example.co')).toBe('n•••@m•••.co')
  expect(maskedAddress('ñandú@localhost')).toBe('ñ•••@l•••')
})
