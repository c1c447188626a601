import { describe, expect, test } from 'vitest'
import { ClaimText } from '../access/claim-text.ts'
import { roles } from '../access/rights.ts'
import { normalizeClaims, normalizeRoles, rightChanges } from './right-changes.ts'
import { VisibilityRule } from './user-contract.ts'

describe('claims of a user', () => {
  test('USER-12 a claim is a key, or a key and a value, both not empty', () => {
    for (const claim of ['view.Policy', 'TelephonyAgent', 'load.application'])
      expect(ClaimText.safeParse(claim).success, claim).toBe(true)
    for (const claim of ['', '.', 'view.', '.Policy', 'view.Policy.more', 'view Policy', 'a|b', '1.x', 'view.Policy,x'])
      expect(ClaimText.safeParse(claim).success, claim).toBe(false)
  })

  test('P-34 a claim cannot have the name of a role, because expressions would treat it as one', () => {
    for (const role of roles) {
      expect(ClaimText.safeParse(role).success, role).toBe(false)
      expect(ClaimText.safeParse(role.toUpperCase()).success, role).toBe(false)
    }
  })

  test('ACCESS-03 roles and claims are deduplicated, known ones in their own spelling', () => {
    expect(normalizeRoles(['securityadmin', 'agent', 'agent'])).toEqual(['agent', 'securityadmin'])
    expect(normalizeClaims(['zebra.x', 'VIEW.policy', 'view.Policy', 'telephonyagent', 'Apple.x'])).toEqual([
      'view.Policy',
      'TelephonyAgent',
      'Apple.x',
      'zebra.x',
    ])
  })

  test('a change of rights lists added and removed names, and is empty without a change', () => {
    const before = {
      roles: ['agent' as const],
      claims: ['view.Lead'],
      hasFullAgentAccess: false,
      enable: true,
      applicationId: null,
    }
    const after = { ...before, roles: [], claims: ['view.Lead', 'view.PTO'], enable: false, applicationId: '4711' }
    expect(rightChanges(before, before)).toEqual({})
    expect(rightChanges(before, after)).toEqual({
      rolesRemoved: 'agent',
      claimsAdded: 'view.PTO',
      enabled: false,
      application: true,
    })
  })
})

describe('visibility rules', () => {
  test('ACCESS-33 null in the input means all and is stored as __all__', () => {
    expect(VisibilityRule.parse({ agentId: null, resourceId: null })).toEqual({
      agentId: '__all__',
      resourceId: '__all__',
    })
    expect(VisibilityRule.parse({ agentId: '007', resourceId: 'Lead' })).toEqual({ agentId: '7', resourceId: 'Lead' })
  })

  test('P-29 unknown or missing agents and areas are refused', () => {
    for (const rule of [
      { agentId: '', resourceId: null },
      { agentId: 'all', resourceId: null },
      { agentId: '-1', resourceId: null },
      { agentId: 7, resourceId: null },
      { agentId: null, resourceId: 'lead' },
      { agentId: null, resourceId: '' },
      { agentId: null },
      { resourceId: null },
      {},
      { agentId: null, resourceId: null, userId: 1 },
    ])
      expect(VisibilityRule.safeParse(rule).success, JSON.stringify(rule)).toBe(false)
  })
})
