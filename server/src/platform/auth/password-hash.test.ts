import { expect, test } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'

test('P-03 a password is stored as a salted Argon2id hash of at least 19 MiB and 2 passes', async () => {
  const [first, second] = await Promise.all([hashPassword('Coverdesk-Demo1'), hashPassword('Coverdesk-Demo1')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  const [, memory, passes] = /m=(\d+),t=(\d+)/.exec(first) ?? []
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
  expect(Number(passes)).toBeGreaterThanOrEqual(2)
})

test('P-03 only the exact password matches its hash', async () => {
  const stored = await hashPassword('Contraseña-Larga1')
  expect(await verifyPassword('Contraseña-Larga1', stored)).toBe(true)
  expect(await verifyPassword('Contrasen\u0303a-Larga1', stored)).toBe(true)
  expect(await verifyPassword('contraseña-Larga1', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test('P-03 a hash made elsewhere with other parameters is understood (RFC 9106 cost, made by the reference tool)', async () => {
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', stored)).toBe(true)
  expect(await verifyPassword('passwore', stored)).toBe(false)
})

test('P-03 an invalid hash matches nothing', async () => {
  for (const stored of [
    '',
    '*',
    'Coverdesk-Demo1',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$abc',
    '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])
    expect(await verifyPassword('Coverdesk-Demo1', stored)).toBe(false)
})

test('P-03 a hash below the current cost needs a rehash, a new one does not', async () => {
  expect(needsRehash(await hashPassword('Coverdesk-Demo1'))).toBe(false)
  expect(
    needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'),
  ).toBe(true)
  expect(needsRehash('nonsense')).toBe(true)
})

test('hashing leaves the thread free for others', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all([hashPassword('Coverdesk-Demo1'), hashPassword('Coverdesk-Demo2')])
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
