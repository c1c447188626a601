import { describe, expect, test } from 'vitest'
import { allClaims } from './all-claims.ts'
import { mayPass } from './claim-expression.ts'
import { actionRules, barRules, marketingHint, sectionRules } from './portal-rules.ts'
import { type Role, roles } from './rights.ts'

/** Every set of roles, from none to all five. */
const roleSets: Role[][] = Array.from({ length: 2 ** roles.length }, (_, set) =>
  roles.filter((_, at) => Math.floor(set / 2 ** at) % 2 === 1),
)
/** No claim, each claim alone, all claims, and all but one. */
const claimSets = [
  [],
  [...allClaims],
  ...allClaims.map((claim) => [claim]),
  ...allClaims.map((claim) => allClaims.filter((other) => other !== claim)),
]

type Holds = (held: { roles: readonly Role[]; claims: readonly string[] }) => boolean
const is =
  (role: Role): Holds =>
  (held) =>
    held.roles.includes(role)
const any =
  (...claims: string[]): Holds =>
  (held) =>
    claims.some((claim) => held.claims.includes(claim))
const both =
  (...parts: Holds[]): Holds =>
  (held) =>
    parts.every((part) => part(held))
const viewOrAdmin = (...areas: string[]) => any(...areas.flatMap((area) => [`view.${area}`, `admin.${area}`]))
const agent = is('agent')

/** Test that compares a rule with the specification over every set of roles and 76 sets of claims. */
const exactly = (allow: string, expected: Holds) => () => expectRule(allow, expected)

function expectRule(allow: string, expected: Holds): void {
  const wrong = roleSets.flatMap((held) =>
    claimSets
      .map((claims) => ({ roles: held, claims }))
      .filter((rights) => mayPass(allow, rights) !== expected(rights))
      .map((rights) => `${rights.roles.join('+')} ${rights.claims.slice(0, 3).join()}`),
  )
  expect(wrong).toEqual([])
}

describe('portal §6: the rules of sections and links, over all sets of roles and claims', () => {
  const { links } = sectionRules.Commission
  const { links: admin } = sectionRules.Administration

  test('ACCESS-08 the rule of Application: the customer role', exactly(sectionRules.Application.allow, is('customer')))
  test('the rule of Dashboard: the agent role', exactly(sectionRules.Dashboard.allow, agent))
  test(
    'ACCESS-11 the rule of Customer: agent with view.customer',
    exactly(sectionRules.Customer.allow, both(agent, viewOrAdmin('customer'))),
  )
  test('ACCESS-12 the rule of Leads', exactly(sectionRules.Leads.allow, both(agent, viewOrAdmin('Lead'))))
  test('ACCESS-13 the rule of Policies', exactly(sectionRules.Policies.allow, both(agent, viewOrAdmin('Policy'))))
  test(
    'the rule of Direct Enrollment: view.Application or admin.Application, whatever the role',
    exactly(sectionRules['Direct Enrollment'].allow, viewOrAdmin('Application')),
  )
  test('the rule of Pto', exactly(sectionRules.Pto.allow, both(agent, viewOrAdmin('PTO'))))
  test(
    'the rule of Commission: agent with any view or admin claim of its three areas',
    exactly(sectionRules.Commission.allow, both(agent, viewOrAdmin('Statement', 'AgentPayment', 'CommissionTracking'))),
  )
  test('the rule of the link Statement', exactly(links.Statement, both(agent, viewOrAdmin('Statement'))))
  test('the rule of the link Agent Payment', exactly(links['Agent Payment'], both(agent, viewOrAdmin('AgentPayment'))))
  test('the rule of the link Tracking', exactly(links.Tracking, both(agent, viewOrAdmin('CommissionTracking'))))
  test(
    'ACCESS-18 the rule of Offline Form',
    exactly(sectionRules['Offline Form'].allow, both(agent, viewOrAdmin('OfflineApp'))),
  )
  test('the rule of Marketing', exactly(sectionRules.Marketing.allow, both(agent, viewOrAdmin('marketing'))))
  test('ACCESS-21 the rule of Administration', exactly(sectionRules.Administration.allow, is('administrator')))
  test('ACCESS-22 the rule of Agent Manage: no claim', exactly(admin['Agent Manage'], is('administrator')))
  for (const [label, area] of [
    ['Agent Rates', 'AgentRate'],
    ['Logs', 'Log'],
    ['Audit Logs', 'AuditLog'],
    ['Upload Files', 'UploadFile'],
    ['Reports', 'Report'],
  ] as const)
    test(`ACCESS-23 the rule of the link ${label}`, exactly(admin[label], both(is('administrator'), viewOrAdmin(area))))
  test('ACCESS-24 the rule of Security', exactly(sectionRules.Security.allow, is('securityadmin')))

  const agentOrCustomer: Holds = (held) => agent(held) || is('customer')(held)
  test(
    'ACCESS-25 the rule of Marketplace',
    exactly(barRules.marketplace, both(agentOrCustomer, viewOrAdmin('marketplace'))),
  )
  test('ACCESS-26 the rule of EDE', exactly(barRules.ede, both(agentOrCustomer, viewOrAdmin('EDE'))))
  test('the rule of the telephony widget', exactly(barRules.telephony, any('TelephonyAgent', 'TelephonyAdmin')))
  test(
    'the rule of the upload of marketplace applications: load.application, in a list that opens',
    exactly(actionRules.loadApplications, both(any('load.application'), viewOrAdmin('Application'))),
  )

  test(
    'the rule of loading and deleting statements: agent with admin.Statement (A-014)',
    exactly(actionRules.runStatements, both(agent, any('admin.Statement'))),
  )

  test('the marketing hint of the top bar is hidden for users with view.marketing', () => {
    for (const claims of claimSets) {
      const held = { roles: ['agent' as const], claims }
      expect(mayPass(marketingHint.allow, held) && !mayPass(marketingHint.unless, held)).toBe(
        !viewOrAdmin('marketing')(held),
      )
    }
  })

  test('SHELL-30 a section is visible exactly when one of its links is', () => {
    for (const [name, section] of Object.entries(sectionRules))
      if ('links' in section)
        expectRule(section.allow, (held) => Object.values(section.links).some((allow) => mayPass(allow, held)))
      else expect(section.allow.trim(), name).not.toBe('')
  })

  test('SHELL-30 the sections match the specification, in its order', () => {
    expect(Object.keys(sectionRules).join(', ')).toBe(
      'Application, Dashboard, Customer, Leads, Policies, Direct Enrollment, Pto, Commission, Offline Form, Marketing, Administration, Security',
    )
  })
})
