import { everything, notOwn, type Resource, resources, roles } from '@coverdesk/domain/access/rights.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { ruleProblem } from '@coverdesk/domain/users/visible-agents.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let admin: Person
let person: Person
/** The agents' ids, and the contacts that make a user one of them; the last has no policy. */
let agents: { id: number; contactId: number }[]
/** Policies by number. Members are powers of two, so that a sum of members identifies its policies. */
let policyRows: { id: number; number: string; agentId: number | null; members: number }[]

beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  person = await agency.person()
  const carrier = await agency.carrier('Row Filter Health')
  const people = await Promise.all(['901', '902', '903', '904'].map((npn) => agency.person({ npn })))
  agents = []
  for (const { agentId, userId } of people) {
    const { contact_id } = await agency.db
      .updateTable('users')
      .set({ contact_id: null })
      .from('users as before')
      .whereRef('before.id', '=', 'users.id')
      .where('users.id', '=', userId)
      .returning('before.contact_id')
      .executeTakeFirstOrThrow()
    agents.push({ id: agentId ?? 0, contactId: contact_id ?? 0 })
  }
  policyRows = []
  for (let at = 0; at < 14; at++) {
    // Of three agents in turn, every fourth without an agent.
    const agentId = at % 4 === 3 ? null : (agents[at % 4]?.id ?? null)
    const row = { number: `RF-${at}`, agentId, members: 2 ** at }
    const { id } = await agency.db
      .insertInto('policies')
      .values({
        carrier_id: carrier,
        policy_number: row.number,
        first_name: 'Ana',
        last_name: `Insured ${at}`,
        agent_id: agentId,
        number_of_members: row.members,
        effective_date: `2026-${String(1 + (at % 12)).padStart(2, '0')}-01`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    policyRows.push({ ...row, id })
  }
  await sql`select rebuild_policy_month_totals(${carrier})`.execute(agency.db)
})
afterAll(() => agency.close())

interface TestUser {
  roles: readonly (typeof roles)[number][]
  claims: readonly string[]
  full: boolean
  /** Index of the agent that the user is, if any. */
  own: number | null
  /** Rules: which agent (4: one that does not exist, null: all, 'own': hides the user's own), which area (null: every). */
  rules: readonly (readonly [agent: number | null | 'own', area: Resource | null])[]
}

const wish: fc.Arbitrary<TestUser> = fc.record({
  roles: fc.oneof(
    { weight: 4, arbitrary: fc.constant(['agent'] as const) },
    { weight: 1, arbitrary: fc.subarray([...roles]) },
  ),
  claims: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(['view.Policy'], ['admin.Policy']) },
    { weight: 1, arbitrary: fc.constantFrom([], ['view.Lead'], ['VIEW.policy', 'x.y']) },
  ),
  full: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  own: fc.constantFrom(null, 0, 1, 2, 3),
  rules: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(0, 1, 2, 3, 4, null, 'own' as const),
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom('Policy', null) },
        { weight: 1, arbitrary: fc.constantFrom(...resources) },
      ),
    ),
    { maxLength: 4, selector: String },
  ),
})

const baseUser = {
  roles: ['agent'],
  claims: ['view.Policy'],
  full: false,
  own: null,
  rules: [],
} as const satisfies TestUser
/** Users that every run includes besides the random ones, one per amount of visible policies. */
const seesNothing: TestUser = baseUser
const seesAll: TestUser = { ...baseUser, full: true }
const seesOneAgent: TestUser = { ...baseUser, own: 1 }
const seesTwoAgents: TestUser = {
  ...baseUser,
  rules: [
    [0, 'Policy'],
    [1, null],
  ],
}

/** Independent model: applies the rule of to one record, without code of the server. */
function modelCanSee(user: TestUser, agentOfRecord: number | null): boolean {
  if (user.full) return true
  if (user.roles.some((role) => role === 'administrator')) return true
  let seesOwn = true
  for (const [agent, area] of user.rules) {
    if (area !== null && area !== 'Policy') continue
    if (agent === 'own') seesOwn = false
    else if (agent === null || (agentOfRecord !== null && agents[agent]?.id === agentOfRecord)) return true
  }
  return seesOwn && user.own !== null && agentOfRecord !== null && agents[user.own]?.id === agentOfRecord
}
const modelCanOpen = (user: TestUser) =>
  user.roles.includes('agent') && user.claims.some((claim) => /^(view|admin)\.policy$/i.test(claim))

async function changeUserTo(user: TestUser): Promise<void> {
  await agency.db
    .updateTable('users')
    .set({
      roles: [...user.roles],
      claims: [...user.claims],
      has_full_agent_access: user.full,
      contact_id: user.own === null ? null : (agents[user.own]?.contactId ?? null),
    })
    .where('id', '=', person.userId)
    .execute()
  await agency.db.deleteFrom('user_visibility').where('user_id', '=', person.userId).execute()
  if (user.rules.length > 0)
    await agency.db
      .insertInto('user_visibility')
      .values(
        user.rules.map(([agent, area]) => ({
          user_id: person.userId,
          agent_id: nameOf(agent),
          resource_id: area ?? everything,
        })),
      )
      .execute()
}
const nameOf = (agent: number | null | 'own') =>
  agent === null ? everything : agent === 'own' ? notOwn : String(agents[agent]?.id ?? 987_654)

/** Policies that a request shows, as their numbers, or its refusal. */
const refusal = (error: { code: string; status: number }) => `${error.status} ${error.code}`

async function listed(filter: { agentId?: number } = {}): Promise<string[]> {
  const numbers: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { data, totalPages } = await person.call(policies.list, { ...filter, pageNumber, pageSize: 5 })
    numbers.push(...data.map((row) => row.policyNumber))
    if (pageNumber >= totalPages) return numbers.sort()
  }
}

async function exported(): Promise<string[]> {
  const answer = await agency.app.inject({
    url: '/api/Policies',
    headers: { authorization: `Bearer ${person.token}`, accept: 'text/csv' },
  })
  if (answer.statusCode !== 200)
    throw Object.assign(new Error(), { code: answer.json().code, status: answer.statusCode })
  return answer.body
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
    .sort()
}

async function detailed(): Promise<string[]> {
  const requests = policyRows.map(({ id, number }) =>
    person.call(policies.detail, { id }).then(
      () => [number],
      (error) => {
        if (error.code === 'policy.not_found' && error.status === 404) return []
        throw error
      },
    ),
  )
  return (await Promise.all(requests)).flat().sort()
}

async function searched(): Promise<string[]> {
  const found = policyRows.map(({ number }) => person.call(search.everywhere, { q: number }))
  const groups = (await Promise.all(found)).flatMap((answer) => answer.groups)
  const ids = new Set(groups.filter(({ kind }) => kind === 'policy').flatMap(({ data }) => data.map(({ id }) => id)))
  return policyRows
    .filter(({ id }) => ids.has(id))
    .map(({ number }) => number)
    .sort()
}

async function summed(): Promise<string[]> {
  const rows = await person.call(policies.summaries, { year: 2026 })
  const members = rows.reduce((sum, row) => sum + row.members, 0)
  const numbers = policyRows.filter((policy) => (members & policy.members) !== 0).map((policy) => policy.number)
  expect(rows.reduce((sum, row) => sum + row.policies, 0)).toBe(numbers.length)
  return numbers.sort()
}

test('P-30 ACCESS-32 ACCESS-33 ACCESS-34 list, count, export, search, summary, detail and autocomplete show any user exactly what a model of the rule allows', async () => {
  const sizes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(wish, async (user) => {
      await changeUserTo(user)
      const visible = policyRows.filter((policy) => modelCanSee(user, policy.agentId))
      const expectedAnswer = (opens: boolean) =>
        opens ? visible.map((policy) => policy.number).sort() : '403 right.missing'
      for (const [surface, ask] of Object.entries({ listed, exported, detailed }))
        expect(await ask().catch(refusal), surface).toEqual(expectedAnswer(modelCanOpen(user)))
      // The search is open to everyone and omits kinds without a right.
      expect(await searched(), 'searched').toEqual(modelCanOpen(user) ? expectedAnswer(true) : [])
      // Totals without personal data are open to every agent, like the dashboard (decision 030); the rows are the same.
      expect(await summed().catch(refusal), 'summed').toEqual(expectedAnswer(user.roles.includes('agent')))
      const counted = await person.call(policies.list, { pageSize: 1 }).then((page) => page.totalRecords, refusal)
      expect(counted).toEqual(modelCanOpen(user) ? visible.length : '403 right.missing')
      const seesOneAgent = await listed({ agentId: agents[1]?.id ?? 0 }).catch(refusal)
      expect(seesOneAgent).toEqual(
        modelCanOpen(user)
          ? visible
              .filter((policy) => policy.agentId === agents[1]?.id)
              .map((policy) => policy.number)
              .sort()
          : '403 right.missing',
      )
      const named = await person.call(lookups.agents, {}).then((items) => items.map((item) => item.id).sort(), refusal)
      expect(named).toEqual(
        user.roles.includes('agent')
          ? agents
              .filter((agent) => modelCanSee(user, agent.id))
              .map((agent) => agent.id)
              .sort()
          : '403 right.missing',
      )
      const rules = user.rules.map(([agent, area]) => ({ agentId: nameOf(agent), resourceId: area }))
      const stored = rules.map(({ agentId, resourceId }) => ({ agentId, resourceId: resourceId ?? everything }))
      if (!user.rules.some(([agent]) => agent === 4) && stored.every((rule) => ruleProblem(rule, stored) === null)) {
        const { areas } = await admin.call(users.previewVisibility, { id: person.userId, rules })
        expect(areas.find(({ area }) => area === 'Policy')).toMatchObject({
          records: visible.length,
          recordsNow: visible.length,
          opens: modelCanOpen(user),
          changes: false,
        })
      }
      if (modelCanOpen(user)) sizes.add(visible.length)
    }),
    { numRuns: 30, examples: [seesNothing, seesAll, seesOneAgent, seesTwoAgents].map((user) => [user]) },
  )
  // Checks the variety of the random users: some saw nothing, some all, some a part.
  expect(sizes.has(0) && sizes.has(policyRows.length) && sizes.size > 3, [...sizes].join()).toBe(true)
  // Thirty random users, each with every list, export and record.
}, 600_000)
