import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allClaims } from '../access/all-claims.ts'
import { mayPass } from '../access/claim-expression.ts'
import { roles } from '../access/rights.ts'
import { customClaimProblem, customClaims } from './claim-list.ts'
import { effectOfRights, type Opening, opensPart, portalParts } from './effect-of-rights.ts'

const person = (held: readonly string[], claims: readonly string[] = [], enable = true): Opening => ({
  roles: held,
  claims,
  enable,
})
const anyRights: fc.Arbitrary<Opening> = fc.record({
  roles: fc.subarray([...roles]),
  claims: fc.subarray([...allClaims]),
  enable: fc.boolean(),
})

describe('effect of a change of rights', () => {
  test('USER-09 lists what opens and closes, by the specification’s sections', () => {
    const effect = effectOfRights(
      person(['agent', 'administrator'], ['view.Report', 'view.Lead']),
      person(['agent', 'administrator'], ['view.Lead', 'view.Policy']),
    )
    expect(effect).toMatchObject({ opens: ['Policies'], closes: ['Reports'], given: [], taken: [] })
  })

  test('admin in addition to view opens nothing and is listed as given; alone it opens', () => {
    const agent = person(['agent'], ['view.Policy'])
    expect(effectOfRights(agent, person(['agent'], ['view.Policy', 'admin.Policy']))).toMatchObject({
      opens: [],
      given: ['admin.Policy'],
    })
    expect(effectOfRights(person(['agent']), person(['agent'], ['admin.customer'])).opens).toEqual(['Customer'])
  })

  test('a claim without its role is listed as given and opens nothing', () => {
    expect(effectOfRights(person(['agent']), person(['agent'], ['view.Log']))).toMatchObject({
      opens: [],
      given: ['view.Log'],
    })
  })

  test('ACCESS-05 ACCESS-06 without a role, with only administrator, or disabled, nothing of the portal is open', () => {
    const whole = person(['agent', 'administrator'], [...allClaims])
    expect(effectOfRights(whole, person([], whole.claims)).stands).toBe('no role')
    expect(effectOfRights(whole, person(['administrator'], whole.claims)).stands).toBe('not an agent')
    expect(effectOfRights(whole, person(['consumer'])).opens).toEqual(['Consumer home'])
    const off = effectOfRights(whole, { ...whole, enable: false })
    expect(off).toMatchObject({ opens: [], stands: 'disabled' })
    expect(off.closes).toContain('Policies')
  })

  test('ACCESS-24 only securityadmin opens Security', () => {
    expect(opensPart(person(['agent', 'administrator'], [...allClaims]), 'Security: Users')).toBe(false)
    expect(opensPart(person(['agent', 'securityadmin']), 'Security: Users')).toBe(true)
  })

  test('ACCESS-03 names are case-insensitive', () => {
    const [upper, lower] = [person(['agent'], ['VIEW.policy']), person(['agent'], ['view.Policy'])]
    expect(effectOfRights(upper, lower)).toEqual({ opens: [], closes: [], given: [], taken: [], stands: 'inside' })
  })

  test('what opens was closed before and is open after, and the reverse change mirrors it', () => {
    fc.assert(
      fc.property(anyRights, anyRights, (before, after) => {
        const effect = effectOfRights(before, after)
        const back = effectOfRights(after, before)
        expect(back.opens).toEqual(effect.closes)
        expect(back.taken).toEqual(effect.given)
        for (const name of effect.opens)
          expect([opensPart(before, name), opensPart(after, name)]).toEqual([false, true])
        const inside = after.enable && mayPass('agent|customer', after)
        for (const { name, allow, outside } of portalParts)
          expect(opensPart(after, name)).toBe((inside || (after.enable && outside === true)) && mayPass(allow, after))
      }),
    )
  })
})

describe('list of claims', () => {
  test('custom claims are those outside the areas and known names', () => {
    expect(customClaims(['view.lead', 'x.y', 'telephonyagent'])).toEqual(['x.y'])
  })

  test('USER-12 a custom claim needs both key and value', () => {
    expect(customClaimProblem('', 'Miami')).toEqual({ at: 'key', message: 'Key is required' })
    expect(customClaimProblem('office', '  ')).toEqual({ at: 'value', message: 'Value is required' })
    expect(customClaimProblem('two words', 'x')?.at).toBe('key')
    expect(customClaimProblem('office', 'a|b')?.at).toBe('value')
    expect(customClaimProblem('office', 'Miami')).toBeNull()
  })
})
