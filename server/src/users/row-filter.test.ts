import { everything, type Resource, resources, roles } from '@coverdesk/domain/access/rights.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let admin: Person
let person: Person
/** The agents' ids, and the contacts by which a user becomes one of them; the last has no policy. */
let agents: { id: number; contactId: number }[]
/** Policies by number. Members are powers of two, so that a sum of members names the policies in it. */
let book: { id: number; number: string; agentId: number | null; members: number }[]

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
  book = []
  for (let at = 0; at < 14; at++) {
    // Of three agents in turn, every fourth of nobody.
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
    book.push({ ...row, id })
  }
  await sql`select rebuild_policy_month_totals(${carrier})`.execute(agency.db)
})
afterAll(() => agency.close())

interface Wish {
  roles: readonly (typeof roles)[number][]
  claims: readonly string[]
  full: boolean
  /** Which agent the user is, if one. */
  own: number | null
  /** Rules: which agent (4: one that does not exist, null: all), which area (null: every). */
  rules: readonly (readonly [agent: number | null, area: Resource | null])[]
}

const wish: fc.Arbitrary<Wish> = fc.record({
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
      fc.constantFrom(0, 1, 2, 3, 4, null),
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom('Policy', null) },
        { weight: 1, arbitrary: fc.constantFrom(...resources) },
      ),
    ),
    { maxLength: 4, selector: String },
  ),
})

const opener = { roles: ['agent'], claims: ['view.Policy'], full: false, own: null, rules: [] } as const satisfies Wish
/** One of each size comes in every run, whatever the random ones are. */
const nobody: Wish = opener
const everybody: Wish = { ...opener, full: true }
const ofOne: Wish = { ...opener, own: 1 }
const ofTwo: Wish = {
  ...opener,
  rules: [
    [0, 'Policy'],
    [1, null],
  ],
}

/** The model: the rule of asked of one record at a time, with none of the server's words for it. */
function modelSees(user: Wish, agentOfRecord: number | null): boolean {
  if (user.full) return true
  if (user.roles.some((role) => role === 'administrator')) return true
  if (user.rules.length > 0) {
    for (const [agent, area] of user.rules)
      if (
        (area === null || area === 'Policy') &&
        (agent === null || (agentOfRecord !== null && agents[agent]?.id === agentOfRecord))
      )
        return true
    return false
  }
  return user.own !== null && agentOfRecord !== null && agents[user.own]?.id === agentOfRecord
}
const modelOpens = (user: Wish) =>
  user.roles.includes('agent') && user.claims.some((claim) => /^(view|admin)\.policy$/i.test(claim))

async function become(user: Wish): Promise<void> {
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
const nameOf = (agent: number | null) => (agent === null ? everything : String(agents[agent]?.id ?? 987_654))

/** Policies that a call shows, as their numbers; what it answers when it refuses. */
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
  const asked = book.map(({ id, number }) =>
    person.call(policies.detail, { id }).then(
      () => [number],
      (error) => {
        if (error.code === 'policy.not_found' && error.status === 404) return []
        throw error
      },
    ),
  )
  return (await Promise.all(asked)).flat().sort()
}

async function summed(): Promise<string[]> {
  const rows = await person.call(policies.summaries, { year: 2026 })
  const members = rows.reduce((sum, row) => sum + row.members, 0)
  const numbers = book.filter((policy) => (members & policy.members) !== 0).map((policy) => policy.number)
  expect(rows.reduce((sum, row) => sum + row.policies, 0)).toBe(numbers.length)
  return numbers.sort()
}

test('P-30 ACCESS-32 ACCESS-33 ACCESS-34 list, count, export, summary, detail and autocomplete show any user exactly what a model of the rule says', async () => {
  const sizes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(wish, async (user) => {
      await become(user)
      const seen = book.filter((policy) => modelSees(user, policy.agentId))
      const rightly = (opens: boolean) => (opens ? seen.map((policy) => policy.number).sort() : '403 right.missing')
      for (const [surface, ask] of Object.entries({ listed, exported, detailed }))
        expect(await ask().catch(refusal), surface).toEqual(rightly(modelOpens(user)))
      // Totals without persons are open to every agent, as the dashboard is (decision 030); the rows are the same.
      expect(await summed().catch(refusal), 'summed').toEqual(rightly(user.roles.includes('agent')))
      const counted = await person.call(policies.list, { pageSize: 1 }).then((page) => page.totalRecords, refusal)
      expect(counted).toEqual(modelOpens(user) ? seen.length : '403 right.missing')
      const ofOne = await listed({ agentId: agents[1]?.id ?? 0 }).catch(refusal)
      expect(ofOne).toEqual(
        modelOpens(user)
          ? seen
              .filter((policy) => policy.agentId === agents[1]?.id)
              .map((policy) => policy.number)
              .sort()
          : '403 right.missing',
      )
      const named = await person.call(lookups.agents, {}).then((items) => items.map((item) => item.id).sort(), refusal)
      expect(named).toEqual(
        user.roles.includes('agent')
          ? agents
              .filter((agent) => modelSees(user, agent.id))
              .map((agent) => agent.id)
              .sort()
          : '403 right.missing',
      )
      if (!user.rules.some(([agent]) => agent === 4)) {
        const rules = user.rules.map(([agent, area]) => ({
          agentId: nameOf(agent),
          resourceId: area,
        }))
        expect(await admin.call(users.previewVisibility, { id: person.userId, rules })).toMatchObject({
          policies: seen.length,
          policiesNow: seen.length,
          opensPolicies: modelOpens(user),
        })
      }
      if (modelOpens(user)) sizes.add(seen.length)
    }),
    { numRuns: 30, examples: [nobody, everybody, ofOne, ofTwo].map((user) => [user]) },
  )
  // The users were not all alike: some saw nothing, some all, some a part.
  expect(sizes.has(0) && sizes.has(book.length) && sizes.size > 3, [...sizes].join()).toBe(true)
}, 600_000)
