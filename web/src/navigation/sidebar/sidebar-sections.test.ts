import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { type CurrentUser, roles } from '@coverdesk/domain/access/rights.ts'
import { describe, expect, test } from 'vitest'
import { gateOf, passes } from '../../access/portal-gate.ts'

import { commandsFor, findCommands } from '../../command-palette/commands.ts'
import { commands, screens } from '../../features.ts'
import { errorText } from '../../standing-pages/error-text.ts'
import { sidebarSections } from './sidebar-sections.ts'

const personWith = (roles: string[], claims: string[] = []): CurrentUser => ({
  id: 1,
  contactId: null,
  agentId: null,
  firstName: 'Ana',
  middleName: '',
  lastName: 'Beltrán',
  name: 'Ana Beltrán',
  emailaddress: 'ana@demo.test',
  roles,
  claims,
  hasFullAgentAccess: false,
  applicationId: null,
  enrolling: false,
  emergencyUntil: null,
  ownOnly: [],
  seesPay: false,
})
const menuOf = (user: CurrentUser) =>
  sidebarSections(user, screens).map(
    ({ name, links }) => `${name}: ${links.map((link) => `${link.label} ${link.address}`).join(', ')}`,
  )
/** Without the links of every agent. */
const furtherMenuOf = (user: CurrentUser) => menuOf(user).filter((line) => !ofEveryAgent.includes(line))

const dashboard = 'Dashboard: Dashboard /portal/dashboard'
/** What an agent sees without a claim. A new section for every agent is a line here. */
const ofEveryAgent = [dashboard]
const policies =
  'Policies: Policies /portal/policies/manage, Unpaid Policies /portal/policies/unpaid-policies, Lost /portal/policies/lost'

describe('the sidebar', () => {
  test('SHELL-30 SHELL-32 SHELL-36 it shows the sections that are built, by name and in order', () => {
    const everything = personWith(['customer', 'agent', 'administrator'], ['view.Policy', 'view.UploadFile'])
    expect(menuOf(everything)).toEqual([
      'Application: Application /portal/application',
      ...ofEveryAgent,
      policies,
      'Administration: Carriers /portal/manage/carriers, Agent Manage /portal/manage/agents, Upload Files /portal/manage/upload, Lists /portal/manage/lists, Plan Data /portal/manage/plan-data, CMS Registration /portal/manage/cms-registration, Exchange Authorization /portal/manage/exchange-authorization, Enrollment Windows /portal/manage/enrollment-windows, Agency /portal/manage/agency',
    ])
  })

  test('SHELL-01 a user with all roles and claims has every section and link', () => {
    const everybody = sidebarSections(personWith([...roles], [...allClaims]), screens)
    expect(everybody.map(({ name }) => name)).toEqual(Object.keys(sectionRules))
    for (const { name, links } of everybody) {
      const rule: { allow: string; links?: object } = sectionRules[name]
      expect(links.map(({ label }) => label)).toEqual(rule.links ? Object.keys(rule.links) : [name])
    }
  })

  test('ACCESS-08 Application only for a customer', () => {
    expect(menuOf(personWith(['customer']))).toEqual(['Application: Application /portal/application'])
    expect(menuOf(personWith(['agent']))).toEqual(ofEveryAgent)
  })

  test('ACCESS-10 Dashboard only for an agent, though customers may open its address', () => {
    expect(menuOf(personWith(['agent']))).toContain(dashboard)
    expect(menuOf(personWith(['customer'], [...allClaims]))).not.toContain(dashboard)
  })

  test('ACCESS-02 ACCESS-03 ACCESS-13 Policies only for an agent with view.Policy or admin.Policy, in any case', () => {
    for (const claim of ['view.Policy', 'admin.Policy', 'VIEW.policy'])
      expect(furtherMenuOf(personWith(['agent'], [claim]))).toEqual([policies])
    expect(menuOf(personWith(['customer'], ['view.Policy']))).not.toContain(policies)
    expect(furtherMenuOf(personWith(['agent'], ['view.Log']))).toEqual([])
  })

  test('ACCESS-15 Pto only for an agent with view.PTO or admin.PTO', () => {
    for (const claim of ['view.PTO', 'admin.PTO'])
      expect(furtherMenuOf(personWith(['agent'], [claim]))).toEqual(['Pto: Pto /portal/pto'])
    expect(menuOf(personWith(['administrator'], ['view.PTO'])).join()).not.toContain('Pto')
    expect(menuOf(personWith(['agent'], ['view.Lead'])).join()).not.toContain('Pto')
  })

  test('ACCESS-16 ACCESS-17 SHELL-34 Commission only for an agent with a claim of it, each link with its own claim', () => {
    const links = {
      Statement: 'Statement /portal/commissions/statement',
      AgentPayment: 'Agent Payment /portal/commissions/payment',
      CommissionTracking: 'Tracking /portal/commissions/tracking',
    }
    for (const [area, link] of Object.entries(links))
      for (const claim of [`view.${area}`, `admin.${area}`]) {
        expect(furtherMenuOf(personWith(['agent'], [claim]))).toEqual([`Commission: ${link}`])
        expect(menuOf(personWith(['customer'], [claim])).join()).not.toContain('Commission')
      }
    expect(
      furtherMenuOf(personWith(['agent'], ['view.AgentPayment', 'admin.Statement', 'view.CommissionTracking'])),
    ).toEqual([`Commission: ${Object.values(links).join(', ')}`])
  })

  test('ACCESS-18 SHELL-35 Offline Form, with New Form and Manage, only for an agent with view.OfflineApp or admin.OfflineApp', () => {
    for (const claim of ['view.OfflineApp', 'admin.OfflineApp'])
      expect(furtherMenuOf(personWith(['agent'], [claim]))).toEqual([
        'Offline Form: New Form /portal/form/new, Manage /portal/form/manage',
      ])
    expect(menuOf(personWith(['customer'], ['view.OfflineApp'])).join()).not.toContain('Offline Form')
    expect(menuOf(personWith(['agent']))).toEqual(ofEveryAgent)
  })

  test('ACCESS-19 Marketing only for an agent with view.marketing or admin.marketing', () => {
    for (const claim of ['view.marketing', 'admin.marketing'])
      expect(furtherMenuOf(personWith(['agent'], [claim]))).toEqual(['Marketing: Marketing /portal/marketing'])
    expect(menuOf(personWith(['customer', 'administrator'], ['view.marketing'])).join()).not.toContain('Marketing')
    expect(menuOf(personWith(['agent'], ['view.marketplace'])).join()).not.toContain('Marketing')
  })

  test('ACCESS-21 ACCESS-22 ACCESS-23 Administration only for an administrator, with Agent Manage; Agent Rates and Upload Files only with their claims', () => {
    const administration = (claims: string[]) => furtherMenuOf(personWith(['agent', 'administrator'], claims))
    const agents = 'Administration: Carriers /portal/manage/carriers, Agent Manage /portal/manage/agents'
    const lists =
      'Lists /portal/manage/lists, Plan Data /portal/manage/plan-data, CMS Registration /portal/manage/cms-registration, Exchange Authorization /portal/manage/exchange-authorization, Enrollment Windows /portal/manage/enrollment-windows, Agency /portal/manage/agency'
    expect(administration([])).toEqual([`${agents}, ${lists}`])
    expect(administration(['view.UploadFile'])).toEqual([`${agents}, Upload Files /portal/manage/upload, ${lists}`])
    for (const claim of ['view.AgentRate', 'admin.AgentRate'])
      expect(administration([claim])).toEqual([`${agents}, Agent Rates /portal/manage/rates, ${lists}`])
    for (const claim of ['view.Report', 'admin.Report'])
      expect(administration([claim])).toEqual([`${agents}, Reports /portal/manage/reports, ${lists}`])
    expect(furtherMenuOf(personWith(['agent'], ['view.UploadFile', 'admin.AgentRate']))).toEqual([])
  })

  test('ACCESS-24 SHELL-30 Security with Users only for a security administrator', () => {
    const menu = 'Security: Users /portal/security/users'
    expect(furtherMenuOf(personWith(['agent', 'securityadmin']))).toEqual([menu])
    expect(menuOf(personWith(['agent', 'administrator'], ['admin.UploadFile']))).not.toContain(menu)
  })
})

describe('screens', () => {
  const allowAt = (path: string) => screens.find((screen) => screen.path === path)?.allow ?? ''

  test('SHELL-22 SHELL-27 every address of manage and security asks for its role', () => {
    for (const { path, allow } of screens.filter((screen) => /^(manage|security)\b/.test(screen.path))) {
      const role = path.startsWith('manage') ? 'administrator' : 'securityadmin'
      expect(allow.split(/[ |]/), path).toContain(role)
      expect(passes(allow, personWith(['agent'], ['admin.UploadFile'])), path).toBe(false)
    }
    expect(allowAt('manage/$')).toBe('administrator')
    expect(allowAt('security/$')).toBe('securityadmin')
  })

  test('P-24 no screen is without a rule', () => {
    for (const { path, allow } of screens) expect(allow.trim(), path).not.toBe('')
  })

  test('ACCESS-05 ACCESS-06 without a role or as neither agent nor customer the portal stays closed', () => {
    expect(gateOf(personWith([]))).toBe('no-role')
    expect(gateOf(personWith(['administrator', 'securityadmin']))).toBe('not-agent')
    expect(gateOf(personWith(['consumer']))).toBe('not-agent')
    expect(gateOf(personWith(['Agent']))).toBe('open')
    expect(gateOf(personWith(['customer']))).toBe('open')
  })
})

test('the palette finds the screens that the user may open, and the global actions', () => {
  const nothing = () => undefined
  const own = commandsFor(
    personWith(['agent'], ['view.Policy']),
    { goTo: nothing, logout: nothing },
    { screens, commands },
  )
  expect(findCommands(own, 'pol').map(({ label }) => label)).toEqual([
    'Policies',
    'Policies: Unpaid Policies',
    'Policies: Lost',
    'Guide: Work unpaid and lost policies',
  ])
  expect(findCommands(own, 'LOG').map(({ label }) => label)).toEqual(['Logout'])
  expect(findCommands(own, 'upload')).toEqual([])
})

test('the palette finds what is created and uploaded in the words that people type', () => {
  const administrator = commandsFor(
    personWith([...roles], [...allClaims]),
    { goTo: () => undefined, logout: () => undefined },
    { screens, commands },
  )
  const first = (text: string) => findCommands(administrator, text)[0]?.label
  for (const [typed, label] of [
    ['add lead', 'New lead'],
    ['create customer', 'New customer'],
    ['upload leads', 'Upload leads'],
    ['import applications', 'Upload applications'],
    ['find by ssn', 'Find by SSN'],
    ['change password', 'My Account'],
    ['sms', 'Marketing'],
  ])
    expect(first(typed ?? ''), typed).toBe(label)
})

test('the palette finds each screen that can be opened by its address alone, by its title and its other words', () => {
  const addresses: string[] = []
  const everybody = commandsFor(
    personWith([...roles], [...allClaims]),
    { goTo: (address) => addresses.push(address), logout: () => undefined, outbox: true },
    { screens, commands },
  )
  // An answer to something else, or another address of a screen that is offered.
  const ledTo = ['customer', 'ede/redirect', 'error', 'mk/redirect', 'mk/return', 'security']
  const alone = screens.filter(
    ({ path, opens }) => typeof opens !== 'string' && !path.includes('$') && !ledTo.includes(path),
  )
  expect(alone.length).toBeGreaterThan(40)
  for (const { path, title, synonyms = [] } of alone)
    for (const typed of [title, ...synonyms]) {
      addresses.length = 0
      for (const { run } of findCommands(everybody, typed).filter(({ group }) => group === 'Go to')) run()
      expect(addresses, `${typed} of ${path}`).toContain(`/portal/${path}`)
    }
})

test('SHELL-28 P-39 the error page shows a known code, and no text of the address', () => {
  expect(errorText('insufficient_permissions').code).toBe('insufficient_permissions')
  for (const foreign of ['<b>x</b>', 'Call 555 now', '__proto__', 'constructor', undefined])
    expect(errorText(foreign)).toEqual({ sentence: 'Something went wrong', code: null })
})
