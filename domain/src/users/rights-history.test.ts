import { expect, test } from 'vitest'
import { rightsSentences } from './rights-history.ts'

test('a sentence has one period, also after a name that ends in Jr.', () => {
  const names = { users: new Map(), agents: new Map(), contacts: new Map() }
  const sentencesOf = (invitation: string) =>
    rightsSentences(
      { action: 'update', entity: 'user', by: 'Ana Reyes', isOwn: false, facts: { invitation } },
      'José Guidry Jr.',
      names,
    )
  expect(sentencesOf('sent')).toEqual(['Ana Reyes sent an invitation to José Guidry Jr.'])
  expect(sentencesOf('accepted')).toEqual(['Ana Reyes accepted the invitation and set a password.'])
})
