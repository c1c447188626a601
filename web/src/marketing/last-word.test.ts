import type { OptOutStatement } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { expect, test } from 'vitest'
import { lastWordSentence } from './last-word.ts'

const word: OptOutStatement = {
  optedOut: true,
  saidBy: 'contact',
  way: 'link',
  at: '2026-11-22T15:07:00Z',
  by: null,
  reason: '',
  message: { subject: 'Your plan', at: '2026-11-20T14:00:00Z' },
}

test('NOTIF-01 an opt-out or its reversal is shown with person, time, message and reason', () => {
  expect(lastWordSentence(word)).toBe(
    'Opted out on 11/22/2026 10:07 AM by the link in ‘Your plan’ of 11/20/2026 9:00 AM',
  )
  expect(lastWordSentence({ ...word, message: null })).toBe('Opted out on 11/22/2026 10:07 AM by the link in an email')
  expect(lastWordSentence({ ...word, way: 'answer', optedOut: false })).toBe(
    'Opted in again on 11/22/2026 10:07 AM by reply',
  )
  const noted = { ...word, saidBy: 'staff', way: 'note', by: 'Ana Ruiz', message: null } as const
  expect(lastWordSentence(noted)).toBe('Noted on 11/22/2026 10:07 AM by Ana Ruiz')
  expect(lastWordSentence({ ...noted, optedOut: false, reason: 'Asked by telephone' })).toBe(
    'Opt-out reversed on 11/22/2026 10:07 AM by Ana Ruiz: Asked by telephone',
  )
})
