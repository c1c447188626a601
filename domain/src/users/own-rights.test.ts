import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayPass } from '../access/claim-expression.ts'
import { everything, notOwn, ownedAreas, resources, roles } from '../access/rights.ts'
import { administersUsers, mayChangeOwn, opensMore, type Rights, raises } from './own-rights.ts'
import type { Rule } from './visible-agents.ts'

const denise: Rights = {
  roles: ['agent', 'securityadmin'],
  claims: ['view.Lead', 'admin.Policy'],
  hasFullAgentAccess: false,
  enable: true,
  applicationId: null,
}
const claim = fc.constantFrom('view.Lead', 'admin.Lead', 'VIEW.LEAD', 'view.Policy', 'admin.Policy', 'TelephonyAgent')
const rights: fc.Arbitrary<Rights> = fc.record({
  roles: fc.uniqueArray(fc.constantFrom(...roles)),
  claims: fc.uniqueArray(claim),
  hasFullAgentAccess: fc.boolean(),
  enable: fc.boolean(),
  applicationId: fc.constantFrom(null, '1', '2'),
})

describe('changes of the user’s own record', () => {
  const changes: [what: string, change: Partial<Rights>, allowed: boolean][] = [
    ['nothing', {}, true],
    ['another role', { roles: ['agent', 'securityadmin', 'administrator'] }, false],
    ['one role less', { roles: ['securityadmin'] }, true],
    ['another claim', { claims: ['view.Lead', 'admin.Policy', 'view.PTO'] }, false],
    ['admin for view', { claims: ['admin.Lead', 'admin.Policy'] }, false],
    ['view for admin', { claims: ['view.Lead', 'view.Policy'] }, true],
    ['the same claim in other letters', { claims: ['VIEW.lead', 'admin.policy'] }, true],
    ['full access', { hasFullAgentAccess: true }, false],
    ["another person's application", { applicationId: '77' }, false],
    ['no longer managing users', { roles: ['agent'] }, false],
    ['no longer able to sign in', { enable: false }, false],
  ]
  test.each(changes)('P-34 USER-09 %s', (_, change, allowed) => {
    expect(mayChangeOwn(denise, { ...denise, ...change })).toBe(allowed)
  })

  test('P-34 a change that is not a raise never opens another route', () => {
    const expression = fc.constantFrom('agent view.Lead', 'view.Policy|admin.Lead', 'administrator', 'TelephonyAgent')
    fc.assert(
      fc.property(rights, rights, expression, (before, after, asked) => {
        if (!raises(before, after) && mayPass(asked, after)) expect(mayPass(asked, before)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('P-34 a user administrator stays one after any change they may make themselves', () => {
    fc.assert(
      fc.property(rights, rights, (before, after) => {
        if (administersUsers(before) && mayChangeOwn(before, after)) expect(administersUsers(after)).toBe(true)
      }),
    )
  })
})

describe('changes of the user’s own visibility', () => {
  const rule = fc.record({
    agentId: fc.constantFrom(everything, notOwn, '1', '2', '3'),
    resourceId: fc.constantFrom(everything, 'Policy', 'Lead'),
  })
  const seesRecord = (rules: readonly Rule[], own: number | null, agent: string, resource: string) => {
    const inArea = rules.filter((one) => [everything, resource].includes(one.resourceId))
    const hidden = inArea.some((one) => one.agentId === notOwn) && !ownedAreas.some((area) => area === resource)
    return (String(own) === agent && !hidden) || inArea.some((one) => [everything, agent].includes(one.agentId))
  }

  test('P-34 rules open more exactly when a record of some area becomes visible', () => {
    fc.assert(
      fc.property(fc.array(rule), fc.array(rule), fc.constantFrom(null, 1, 9), (before, after, own) => {
        // 8 is an agent that no rule names.
        const more = ['1', '2', '3', '8', '9'].some((agent) =>
          resources.some((area) => !seesRecord(before, own, agent, area) && seesRecord(after, own, agent, area)),
        )
        expect(opensMore(before, after, own)).toBe(more)
      }),
      { numRuns: 5_000 },
    )
  })
})
