import { expect, test } from 'vitest'
import { mustEnrol } from './second-factor-rule.ts'

test('P-09 the app must be set up by administrators always, by agents when no message can carry a code, by others never', () => {
  const without = { hasAuthenticator: false, secondFactor: null }
  const byMessage = { hasAuthenticator: false, secondFactor: 'email' }
  const table: [roles: string[], none: boolean, message: boolean][] = [
    [['administrator'], true, true],
    [['securityadmin'], true, true],
    [['agent', 'securityadmin'], true, true],
    [['agent'], true, false],
    [['customer', 'agent'], true, false],
    [['customer'], false, false],
    [['consumer'], false, false],
    [[], false, false],
  ]
  for (const [roles, none, message] of table) {
    expect([mustEnrol({ roles, ...without }), mustEnrol({ roles, ...byMessage })], roles.join()).toEqual([
      none,
      message,
    ])
    expect(mustEnrol({ roles, hasAuthenticator: true, secondFactor: null })).toBe(false)
  }
})
