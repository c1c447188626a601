import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { claimAreas, type Resource } from '@coverdesk/domain/access/rights.ts'
import { portalParts } from '@coverdesk/domain/users/effect-of-rights.ts'
import { type AreaEffect, users } from '@coverdesk/domain/users/user-contract.ts'
import { describe, expect, test } from 'vitest'
import { screens } from '../features.ts'
import { queryOf } from '../lists/use-list.ts'
import { ownLocks } from './edit/own-locks.ts'
import { refusedWith } from './user-actions.tsx'
import { fixedWith, UserAddress } from './user-address.ts'
import { rolesInWords } from './user-columns.tsx'
import { emptyUser, registerFormSchema } from './user-fields.ts'
import { userFilters } from './user-filters.ts'
import { ownRecords, reasonForFullVisibility, visibilityText } from './visibility/visibility-words.ts'

describe('texts of the users screen', () => {
  test('USER-01 the filter ORG is there only where the org setting is empty, and does nothing where it is not', () => {
    expect(userFilters(false).map(({ label }) => label)).toEqual(['Login', 'ORG', 'Role', 'Enabled'])
    expect(userFilters(true).map(({ label }) => label)).toEqual(['Login', 'Role', 'Enabled'])
    const address = UserAddress.parse({ org: 'Miami', login: 'pat' })
    expect(queryOf(users.list, { ...address, ...fixedWith(false) })).toMatchObject({ org: 'Miami', login: 'pat' })
    expect(queryOf(users.list, { ...address, ...fixedWith(true) }).org).toBeUndefined()
  })

  test('USER-04 a user can be edited only if exactly one is selected', () => {
    expect([0, 1, 2].map(refusedWith)).toEqual(['Select one user first', undefined, 'Only one user at a time'])
  })

  test('USER-17 the preview names every area that rules touch or that changes, before and after', () => {
    const effect = (area: Resource, more: Partial<AreaEffect> = {}): AreaEffect => ({
      area,
      agents: 1,
      records: 8,
      recordsNow: 8,
      opens: true,
      opensNow: true,
      changes: false,
      ...more,
    })
    const policies = effect('Policy', { agents: 3, records: 412, recordsNow: 20_412, changes: true })
    const lead = [{ agentId: '7', resourceId: 'Lead' as const }]
    expect(visibilityText([effect('Policy'), effect('Lead')], [])).toBe('No change: 8 policies of 1 agent')
    expect(visibilityText([effect('Customer'), policies, effect('Lead')], lead)).toBe(
      'Will see 412 policies of 3 agents (now 20,412). No change: 8 leads of 1 agent',
    )
    expect(visibilityText([{ ...policies, agents: null }, effect('Lead', { ...policies, area: 'Lead' })], lead)).toBe(
      'Will see 412 policies of all agents (now 20,412), 412 leads of 3 agents (now 20,412)',
    )
    expect(visibilityText([{ ...policies, opens: false }], [])).toBe('Will see no policies (now 20,412)')
    expect(visibilityText([{ ...policies, opensNow: false }], [])).toBe('Will see 412 policies of 3 agents (now 0)')
    expect(visibilityText([effect('Lead', { opens: false, opensNow: false })], lead)).toBe('No right to leads')
  })

  test('USER-17 what is visible without rules, and when rules have no effect', () => {
    const person = { roles: ['agent' as const], hasFullAgentAccess: false, agentName: 'Jane Roe', agentNpn: '98000001' }
    expect(ownRecords(person)).toBe('Own records: Jane Roe, NPN 98000001.')
    expect(ownRecords({ ...person, agentName: null })).toBe('No records of their own: no agent is linked.')
    expect(reasonForFullVisibility(person)).toBeNull()
    expect(reasonForFullVisibility({ ...person, roles: ['administrator'] })).toMatch(/^Administrators see/)
    expect(reasonForFullVisibility({ ...person, hasFullAgentAccess: true })).toMatch(/^Users with full agent access/)
  })

  test('a phone shows the first role and the number of others', () => {
    expect(['', 'agent', 'administrator,securityadmin,agent'].map(rolesInWords)).toEqual([
      'No role',
      'agent',
      'administrator and 2 more',
    ])
  })
})

test('P-34 users cannot grant themselves rights or give up user administration', () => {
  const locks = ownLocks({
    roles: ['agent', 'securityadmin'],
    claims: ['admin.Lead'],
    hasFullAgentAccess: true,
    enable: true,
    applicationId: null,
  })
  expect([locks.role('agent'), locks.role('securityadmin'), locks.role('administrator')]).toEqual([false, true, true])
  expect([locks.claim('admin.Lead'), locks.claim('view.Lead'), locks.claim('view.Policy')]).toEqual([
    false,
    false,
    true,
  ])
  expect([locks.access('enable'), locks.access('hasFullAgentAccess')]).toEqual([true, false])
})

test('USER-09 SHELL-30 SHELL-32 SHELL-35 SHELL-36 the screens that are built open by the rule of their place in the menu, which the summary names', () => {
  for (const { menu, allow } of screens)
    if (menu) {
      const section: { allow: string; links?: Record<string, string> } = sectionRules[menu.section]
      const rule = section.links?.[menu.label ?? ''] ?? section.allow
      // Customers start at the dashboard's address without its menu section.
      expect(allow, menu.label ?? menu.section).toBe(menu.section === 'Dashboard' ? `${rule}|customer` : rule)
      expect(menu.label === undefined || section.links !== undefined, menu.label).toBe(true)
    }
  const named = portalParts.map(({ allow }) => allow).join(' ')
  for (const area of claimAreas) expect(named).toContain(area)
})

test('USER-07 USER-08 Register reports all errors at once, by the password policy of the installation', () => {
  const wrong = { ...emptyUser, invite: false, pass: 'short', pass_confirm: 'other', phone: '305' }
  const words = (policy: 'default' | 'nist') =>
    Object.fromEntries(
      registerFormSchema(policy)
        .safeParse(wrong)
        .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
    )
  expect(words('default')).toEqual({
    user: 'User is required',
    email: 'Email is required',
    pass: 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20',
    pass_confirm: 'Passwords must match',
    phone: 'Not a Phone',
  })
  const invited = registerFormSchema('default').safeParse({ ...wrong, invite: true }).error?.issues ?? []
  expect(invited.map(({ path }) => path.join('.'))).toEqual(['user', 'email', 'phone'])
  expect(words('nist').pass).toBe('At least 15 and at most 128 characters')
  const right = { ...wrong, user: 'pat', email: 'pat@example.com', phone: '(305) 555-0100', org: ' ' }
  const parsed = registerFormSchema('default').parse({
    ...right,
    pass: 'Quarzit-Moos#4',
    pass_confirm: 'Quarzit-Moos#4',
  })
  expect(parsed).toMatchObject({ user: 'pat', phone: '3055550100', roles: ['agent'] })
  expect(parsed.org).toBeUndefined()
})
