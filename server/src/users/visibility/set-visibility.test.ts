import { type Resource, resources } from '@coverdesk/domain/access/rights.ts'
import { agentStatements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changesOf, isSessionAccepted, lastChangeOf, putRaw } from '../test-user-edits.ts'

let agency: TestApp
let admin: Person
let rosa: Person
let luis: Person
const all = '__all__'

beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  rosa = await agency.person({ roles: ['agent'], claims: ['view.Policy'], npn: '801' })
  luis = await agency.person({ roles: ['agent'], claims: ['view.Policy'], npn: '802' })
  const carrier = await agency.carrier('Seen Health')
  const rows = [
    ...[1, 2, 3].map((n) => ({ policy_number: `R-${n}`, agent_id: rosa.agentId })),
    ...[1, 2].map((n) => ({ policy_number: `L-${n}`, agent_id: luis.agentId })),
    { policy_number: 'N-1', agent_id: null },
  ]
  await agency.db
    .insertInto('policies')
    .values(rows.map((row) => ({ ...row, carrier_id: carrier, first_name: 'Ana', last_name: row.policy_number })))
    .execute()
})
afterEach(() => agency.close())

const viewer = (more = {}) => agency.person({ roles: ['agent'], claims: ['view.Policy'], ...more })
const visiblePolicies = async (person: Person) =>
  (await person.call(policies.list, {})).data.map((row) => row.policyNumber).sort()
const ofRosa = ['R-1', 'R-2', 'R-3']
const ofLuis = ['L-1', 'L-2']
const everyOne = [...ofLuis, 'N-1', ...ofRosa]
const id = (person: Person) => String(person.agentId)

describe('setting whose records a user sees', () => {
  test('USER-17 ACCESS-32 rules replace the previous ones, apply from the next request and end no session', async () => {
    const pat = await viewer()
    const set = (...rules: Parameters<typeof rule>[]) =>
      admin.call(users.setVisibility, { id: pat.userId, rules: rules.map((one) => rule(...one)) })
    const rule = (agentId: string | null, resourceId: 'Policy' | 'Lead' | '__all__' | null) => ({ agentId, resourceId })
    expect(await visiblePolicies(pat)).toEqual([])
    await set([id(rosa), 'Policy'])
    expect(await visiblePolicies(pat)).toEqual(ofRosa)
    await set([id(luis), all], [id(rosa), 'Lead'])
    expect(await visiblePolicies(pat)).toEqual(ofLuis)
    await set([id(luis), 'Policy'], [id(rosa), null])
    expect(await visiblePolicies(pat)).toEqual([...ofLuis, ...ofRosa])
    await set([null, 'Lead'])
    expect(await visiblePolicies(pat)).toEqual([])
    await set([null, null])
    expect(await visiblePolicies(pat)).toEqual(everyOne)
    await set()
    expect(await visiblePolicies(pat)).toEqual([])
    expect(await isSessionAccepted(pat)).toBe(true)
  })

  test('ACCESS-33 USER-17 null and __all__ are stored as __all__, duplicates once, agents with their names', async () => {
    const pat = await viewer()
    await admin.call(users.setVisibility, {
      id: pat.userId,
      rules: [
        { agentId: id(rosa), resourceId: 'Policy' },
        { agentId: `00${id(rosa)}`, resourceId: 'Policy' },
        { agentId: null, resourceId: 'Lead' },
        { agentId: all, resourceId: 'Lead' },
        { agentId: id(luis), resourceId: null },
      ],
    })
    const agents = await agency.db.selectFrom('agents').select(['id', 'name']).execute()
    const nameOf = (person: Person) => agents.find((agent) => agent.id === person.agentId)?.name
    const rules = await admin.call(users.visibility, { id: pat.userId })
    expect(rules).toHaveLength(3)
    expect(rules).toEqual(
      expect.arrayContaining([
        { agentId: all, agentName: null, resourceId: 'Lead' },
        { agentId: id(luis), agentName: nameOf(luis), resourceId: all },
        { agentId: id(rosa), agentName: nameOf(rosa), resourceId: 'Policy' },
      ]),
    )
    const stored = await agency.db.selectFrom('user_visibility').selectAll().where('user_id', '=', pat.userId).execute()
    expect(stored.every((row) => row.agent_id !== null && row.resource_id !== null)).toBe(true)
  })

  test('ACCESS-34 full agent access sees all whatever the rules; without it the rules apply', async () => {
    const pat = await viewer({ fullAccess: true, visibility: [[id(luis), 'Policy']] })
    expect(await visiblePolicies(pat)).toEqual(everyOne)
    await agency.db.updateTable('users').set({ has_full_agent_access: false }).where('id', '=', pat.userId).execute()
    expect(await visiblePolicies(pat)).toEqual(ofLuis)
  })

  test('USER-17 a user without a contact gets rules like any other', async () => {
    const pat = await viewer()
    await agency.db.updateTable('users').set({ contact_id: null }).where('id', '=', pat.userId).execute()
    await admin.call(users.setVisibility, { id: pat.userId, rules: [{ agentId: id(rosa), resourceId: null }] })
    expect(await visiblePolicies(pat)).toEqual(ofRosa)
  })

  test('P-36 a rule for an agent or area that does not exist is named and nothing is saved', async () => {
    const pat = await viewer({ visibility: [[id(luis), 'Policy']] })
    await expect(
      admin.call(users.setVisibility, {
        id: pat.userId,
        rules: [
          { agentId: id(rosa), resourceId: 'Policy' },
          { agentId: '987654', resourceId: 'Policy' },
          { agentId: '999999999999999999', resourceId: null },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'request.invalid',
      details: [
        { path: 'rules.1.agentId', message: 'This agent does not exist' },
        { path: 'rules.2.agentId', message: 'This agent does not exist' },
      ],
    })
    for (const rule of [
      { agentId: 'x', resourceId: null },
      { agentId: null, resourceId: 'Users' },
      { agentId: null },
      {},
    ])
      expect(await putRaw(agency, admin, `${pat.userId}/visibility`, { rules: [rule] })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      })
    expect(await visiblePolicies(pat)).toEqual(ofLuis)
    expect(await changesOf(agency, pat.userId)).toBe(0)
  })

  test('P-74 rules based on an outdated version of the user are refused, if the request sends the version', async () => {
    const pat = await viewer()
    const { version } = await admin.call(users.one, { id: pat.userId })
    const rules = [{ agentId: id(rosa), resourceId: null }]
    await admin.call(users.setVisibility, { id: pat.userId, rules, version })
    await expect(admin.call(users.setVisibility, { id: pat.userId, rules: [], version })).rejects.toMatchObject({
      code: 'record.changed',
      status: 409,
    })
    expect(await visiblePolicies(pat)).toEqual(ofRosa)
  })

  test('a change is recorded with the rules added and removed', async () => {
    const pat = await viewer({
      visibility: [
        [id(luis), 'Policy'],
        [all, 'Lead'],
      ],
    })
    await admin.call(users.setVisibility, {
      id: pat.userId,
      rules: [
        { agentId: null, resourceId: 'Lead' },
        { agentId: id(rosa), resourceId: null },
      ],
    })
    expect(await lastChangeOf(agency, pat.userId)).toMatchObject({
      user_id: admin.userId,
      entity: 'user visibility',
      facts: { rules: 2, added: `${id(rosa)}:${all}`, removed: `${id(luis)}:Policy` },
    })
  })

  test('P-34 users cannot open more to themselves, but can restrict', async () => {
    const denise = await agency.person({ roles: ['securityadmin', 'agent'], claims: ['view.Policy'], npn: '803' })
    const set = (...rules: { agentId: string | null; resourceId: 'Policy' | null }[]) =>
      denise.call(users.setVisibility, { id: denise.userId, rules })
    for (const rule of [
      { agentId: null, resourceId: null },
      { agentId: id(rosa), resourceId: 'Policy' as const },
    ])
      await expect(set(rule)).rejects.toMatchObject({ code: 'user.own_rights', status: 403 })
    expect(await denise.call(users.visibility, { id: denise.userId })).toEqual([])
    await set({ agentId: '__not_own__', resourceId: 'Policy' })
    await expect(set({ agentId: id(denise), resourceId: 'Policy' })).rejects.toMatchObject({ code: 'user.own_rights' })
    await expect(set()).rejects.toMatchObject({ code: 'user.own_rights' })
  })
})

describe('the preview of visibility rules', () => {
  test('USER-17 it shows how many policies of how many agents, and how many now, and changes nothing', async () => {
    const pat = await viewer({ visibility: [[id(luis), 'Policy']] })
    const preview = (input: object) => admin.call(users.previewVisibility, { id: pat.userId, rules: [], ...input })
    const rules = [
      { agentId: id(rosa), resourceId: null },
      { agentId: id(luis), resourceId: 'Policy' as const },
    ]
    const policies = async (input: object) => (await preview(input)).areas.find(({ area }) => area === 'Policy')
    const now = { area: 'Policy', recordsNow: 2, opens: true, opensNow: true, changes: true }
    expect(await policies({ rules })).toEqual({ agents: 2, records: 5, ...now })
    expect(await policies({})).toEqual({ agents: 0, records: 0, ...now })
    const all = { agents: null, records: 6, ...now }
    expect(await policies({ rules: [{ agentId: null, resourceId: 'Policy' }] })).toEqual(all)
    expect(await policies({ hasFullAgentAccess: true })).toEqual(all)
    expect(await policies({ roles: ['administrator'] })).toEqual({ ...all, opens: false })
    expect(await policies({ claims: ['view.Lead'] })).toEqual({ agents: 0, records: 0, ...now, opens: false })
    expect(await policies({ rules: [{ agentId: id(luis), resourceId: 'Policy' }] })).toMatchObject({ changes: false })
    expect(await visiblePolicies(pat)).toEqual(ofLuis)
    expect(await changesOf(agency, pat.userId)).toBe(0)
  })

  test('USER-17 P-30 in every area it counts what the list of that area then shows', async () => {
    const claims = resources.map((area) => `view.${area === 'Customer' ? 'customer' : area}`)
    const pat = await agency.person({ roles: ['agent'], claims, npn: '806' })
    const lead = (agent: Person) => ({ source: 'csv', first_name: 'Ida', last_name: 'Case', agent_id: agent.agentId })
    await agency.db
      .insertInto('leads')
      .values([lead(luis), lead(luis), lead(pat)])
      .execute()
    const nextYear = new Date().getFullYear() + 1
    await pat.call(pto.request, { startDate: `${nextYear}-02-01`, endDate: `${nextYear}-02-05` })
    const lists: Record<Resource, () => Promise<{ totalRecords: number }>> = {
      Customer: () => pat.call(customers.list, {}),
      Lead: () => pat.call(leads.list, {}),
      Policy: () => pat.call(policies.list, {}),
      Application: () => pat.call(marketplace.list, {}),
      PTO: () => pat.call(pto.list, {}),
      Statement: () => pat.call(agentStatements.list, {}),
      AgentPayment: () => pat.call(payments.list, {}),
      CommissionTracking: () => pat.call(tracking.paymentSummaries, {}),
      OfflineApp: () => pat.call(offline.list, {}),
    }
    const choices = [
      [],
      [{ agentId: id(luis), resourceId: null }],
      [
        { agentId: id(luis), resourceId: 'Lead' as const },
        { agentId: '__not_own__', resourceId: null },
      ],
      [{ agentId: null, resourceId: 'Customer' as const }],
    ]
    for (const rules of choices) {
      const { areas } = await admin.call(users.previewVisibility, { id: pat.userId, rules })
      await admin.call(users.setVisibility, { id: pat.userId, rules })
      for (const { area, records } of areas)
        expect((await lists[area]()).totalRecords, `${area} with ${JSON.stringify(rules)}`).toBe(records)
    }
    expect((await lists.PTO()).totalRecords).toBe(1)
  })

  test('USER-17 a rule that hides own records is refused where it contradicts another or does nothing', async () => {
    const pat = await viewer()
    const set = (...rules: { agentId: string | null; resourceId: 'Policy' | 'PTO' | null }[]) =>
      admin.call(users.setVisibility, { id: pat.userId, rules })
    for (const rules of [
      [{ agentId: '__not_own__', resourceId: 'PTO' as const }],
      [
        { agentId: '__not_own__', resourceId: 'Policy' as const },
        { agentId: null, resourceId: null },
      ],
    ])
      await expect(set(...rules)).rejects.toMatchObject({ details: [{ path: 'rules.0.agentId' }] })
    await set({ agentId: '__not_own__', resourceId: 'Policy' }, { agentId: id(luis), resourceId: null })
    expect(await visiblePolicies(pat)).toEqual(ofLuis)
  })

  test('a rule for an agent that does not exist is refused in the preview too', async () => {
    const pat = await viewer()
    await expect(
      admin.call(users.previewVisibility, { id: pat.userId, rules: [{ agentId: '987654', resourceId: null }] }),
    ).rejects.toMatchObject({ code: 'request.invalid', details: [{ path: 'rules.0.agentId' }] })
  })
})

describe('P-29 visibility fails closed', () => {
  let owner: pg.Client
  beforeEach(async () => {
    owner = new pg.Client({ connectionString: agency.ownerUrl })
    await owner.connect()
  })
  afterEach(() => owner.end())

  test('P-29 when rules are deleted during a session, the user sees their own records or none, never all', async () => {
    const boundToAll = await viewer({ visibility: [[all, all]] })
    const luisToo = await agency.person({
      roles: ['agent'],
      claims: ['view.Policy'],
      npn: '804',
      visibility: [[all, all]],
    })
    for (const person of [boundToAll, luisToo]) expect(await visiblePolicies(person)).toEqual(everyOne)
    await agency.db.deleteFrom('user_visibility').where('user_id', 'in', [boundToAll.userId, luisToo.userId]).execute()
    for (const person of [boundToAll, luisToo]) expect(await visiblePolicies(person)).toEqual([])
  })

  const breakages: [what: string, breakSql: string, repairSql: string][] = [
    [
      'may not be read',
      'revoke select on user_visibility from coverdesk_app',
      'grant select on user_visibility to coverdesk_app',
    ],
    ['are gone', 'alter table user_visibility rename to lost', 'alter table lost rename to user_visibility'],
    [
      'read differently',
      'alter table user_visibility rename column agent_id to broken',
      'alter table user_visibility rename column broken to agent_id',
    ],
  ]
  test.each(breakages)(
    'P-29 rules that %s are an error for every call, never everybody’s records',
    async (_, breakSql, repairSql) => {
      const pat = await viewer({ visibility: [[id(luis), 'Policy']] })
      const mayAll = await viewer({ fullAccess: true })
      const { data } = await mayAll.call(policies.list, {})
      await owner.query(breakSql)
      try {
        const paths = [
          '/api/Policies',
          '/api/Policies/summaries?year=2026',
          '/api/Agent/simplified',
          `/api/Policies/detail/${data[0]?.id}`,
        ]
        for (const url of paths)
          for (const accept of ['application/json', 'text/csv']) {
            if (accept === 'text/csv' && url !== '/api/Policies') continue
            const answer = await agency.app.inject({ url, headers: { authorization: `Bearer ${pat.token}`, accept } })
            expect(answer.statusCode, `${url} ${accept}`).toBeGreaterThanOrEqual(500)
            expect(answer.body).not.toMatch(/R-1|L-1|N-1|user_visibility/)
          }
      } finally {
        await owner.query(repairSql)
      }
      expect(await visiblePolicies(pat)).toEqual(ofLuis)
      expect((await pat.call(lookups.agents, {})).map((agent) => agent.id)).toEqual([luis.agentId])
    },
  )
})
