import { expect, test } from 'vitest'
import { maskedAddress } from './masked-address.ts'

test('an address that is masked tells its first letters and its end, however long it is', () => {
  expect(maskedAddress('nelida.quiroga@example.com')).toBe('n•••@e•••.com')
  expect(maskedAddress('n@mail.example.co')).toBe('n•••@m•••.co')
  expect(maskedAddress('ñandú@localhost')).toBe('ñ•••@l•••')
})
