import { expect, test } from 'vitest'
import { type SessionEndReason, sessionEndSentence } from './session-end.ts'

const at = new Date('2026-11-25T15:42:30Z')
const sentence = (reason: SessionEndReason, device: string | null = null) => sessionEndSentence({ reason, at, device })

test('a forced end names device and time in the zone of the agency', () => {
  expect(sentence('replaced', 'Chrome on Windows')).toBe(
    'You were logged out because you logged in on Chrome on Windows on Nov 25, 10:42 AM EST. If that was not you, change your password and call your agency.',
  )
  expect(sentence('replaced')).toContain('you logged in on another device on Nov 25')
  expect(sentence('rights')).toBe(
    'You were logged out because your rights were changed on Nov 25, 10:42 AM EST. Log in again to use them.',
  )
  expect(sentence('administrator')).toContain('A security administrator logged you out on Nov 25, 10:42 AM EST.')
})

test('AUTH-17 AUTH-18 AUTH-20 expiry, inactivity and logout have no other sentence', () => {
  for (const reason of ['expired', 'inactivity', 'logout'] as const) expect(sentence(reason)).toBeNull()
})
