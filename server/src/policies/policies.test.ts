import { cents } from '@coverdesk/domain/fields/amount.ts'
import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let carriers: number[]

/** 60 policies: two carriers, two agents and a third without an agent, three states, some months of commissions. */
beforeAll(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-21T15:00:00Z'))
  const view = ['view.Policy']
  admin = await agency.person({ roles: ['agent', 'administrator'], claims: view })
  ana = await agency.person({ roles: ['agent'], claims: view, npn: '19984127' })
  luis = await agency.person({ roles: ['agent'], claims: view, npn: '20417733' })
  carriers = [await agency.carrier('Ambetter'), await agency.carrier('Molina')]
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name, dob, address, city, county, state, zip_code, email,
      phone, plan_name, number_of_members, agent_npn, agent_id, effective_date, monthly_premium, status)
    select (${carriers}::bigint[])[1 + n % 2], 'U' || 90000000 + n, (array['Ana', 'Bridget', 'Curtis', 'Dolores'])[1 + n % 4],
      'Name' || lpad(n::text, 3, '0'), date '1950-01-01' + n * 300, n || ' Main St', (array['Miami', 'MIAMI BEACH', 'Tampa'])[1 + n % 3],
      (array['Miami-Dade', 'Hillsborough'])[1 + n % 2], (array['FL', 'TX', 'GA'])[1 + n % 3], lpad((33000 + n)::text, 5, '0'),
      'p' || n || '@example.com', '305555' || lpad(n::text, 4, '0'), 'Standard Silver 87 + Vision + Adult Dental', n % 6, null,
      (array[${ana.agentId}::bigint, ${luis.agentId}::bigint, null])[1 + n % 3], date '2026-01-01' + (n % 12) * 31, 100.10 + n,
      (array['Active', 'Pending', 'Terminated', 'Cancelled'])[1 + n % 4]
    from generate_series(1, 60) as n`.execute(agency.db)
  await sql`
    insert into commission_lines (policy_id, policy_number, carrier_id, month, amount)
    select id, policy_number, carrier_id, month::date, 22.05 from policies, generate_series(date '2025-01-01', date '2026-10-01', interval '1 month') as month where id % 2 = 0`.execute(
    agency.db,
  )
  await sql`insert into commission_lines (policy_id, policy_number, carrier_id, month, kind, amount) select id, policy_number, carrier_id, date '2026-03-01', 'chargeback', -66.15 from policies where id % 4 = 0`.execute(
    agency.db,
  )
  for (const carrier of carriers)
    await sql`select rebuild_commission_years(${carrier}), rebuild_policy_month_totals(${carrier})`.execute(agency.db)
})
afterAll(() => agency.close())

type Query = Parameters<typeof policies.list.input.parse>[0] & object
const all = async (person: Person, query: Query = {}): Promise<OutputOf<typeof policies.list>['data']> =>
  (await person.call(policies.list, { pageSize: 500, ...query })).data
const download = (person: Person, accept: string, query = '') =>
  agency.app.inject({ url: `/api/Policies?${query}`, headers: { accept, authorization: `Bearer ${person.token}` } })

describe('the policy list', () => {
  test('POLICY-16 API-08 returns rows, exact total and paging fields, from page 1 with 10 rows', async () => {
    const page = await admin.call(policies.list, {})
    expect(page).toMatchObject({ totalRecords: 60, pageNumber: 1, pageSize: 10, totalPages: 6 })
    expect(page.data).toHaveLength(10)
    expect(page.data[0]).toMatchObject({
      policyNumber: 'U90000001',
      firstName: 'Bridget',
      lastName: 'Name001',
      carrierName: 'Molina',
      numberOfMembers: 1,
      zipCode: '33001',
    })
  })

  test('POLICY-02 each filter, alone and combined, returns exactly the matching policies', async () => {
    const everyone = await all(admin)
    const { rows: born } = await sql<{ id: number }>`select id from policies where dob >= '1990-01-01'`.execute(
      agency.db,
    )
    const cases: [Query, (row: (typeof everyone)[number]) => boolean][] = [
      [{ policyNumber: 'u9000003' }, (row) => row.policyNumber.startsWith('U9000003')],
      [{ zipCode: '3304' }, (row) => row.zipCode?.startsWith('3304') ?? false],
      [{ fromDob: '1990-01-01' }, (row) => born.some(({ id }) => id === row.id)],
      [{ city: 'miami' }, (row) => /^miami/i.test(row.city ?? '')],
      [{ county: 'Hills' }, (row) => row.county === 'Hillsborough'],
      [{ state: 'fl' }, (row) => row.state === 'FL'],
      [{ carrier: carriers[1] }, (row) => row.carrierId === carriers[1]],
      [{ status: 'Pending' }, (row) => row.status === 'Pending'],
      [{ name: 'olores name00' }, (row) => row.firstName === 'Dolores' && row.lastName.startsWith('Name00')],
      [{ name: 'tis' }, (row) => /tis/i.test(`${row.firstName} ${row.lastName}`)],
    ]
    for (const [query, matches] of cases) {
      const expected = everyone.filter(matches).map((row) => row.id)
      expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(expected.length).toBeLessThan(60)
      expect((await all(admin, query)).map((row) => row.id).sort(), JSON.stringify(query)).toEqual(expected.sort())
    }
    const together = everyone.filter(
      (row) => row.state === 'FL' && row.carrierId === carriers[0] && row.status !== 'Active',
    )
    expect((await all(admin, { state: 'FL', carrier: carriers[0], status: 'Pending' })).length).toBe(
      together.filter((row) => row.status === 'Pending').length,
    )
  })

  test('POLICY-02 pattern characters are matched literally', async () => {
    for (const name of ['%', '_', 'N%001', '\\']) expect(await all(admin, { name }), name).toEqual([])
  })

  test('P-37 sorting accepts only sortable columns, in both directions, without overlap between pages', async () => {
    for (const sort of ['policyNumber', 'insured', 'effectiveDate'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const pages = await Promise.all(
          [1, 2, 3].map(
            async (pageNumber) => (await admin.call(policies.list, { sort, order, pageNumber, pageSize: 20 })).data,
          ),
        )
        const ids = pages.flat().map((row) => row.id)
        expect(new Set(ids).size, `${sort} ${order}`).toBe(60)
        const keys = pages
          .flat()
          .map((row) =>
            sort === 'insured' ? row.lastName : sort === 'policyNumber' ? row.policyNumber : (row.effectiveDate ?? ''),
          )
        expect(keys).toEqual(keys.toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)))
      }
  })

  test('POLICY-04 the twelve months are those of the current year, exact, and empty where nothing was paid', async () => {
    const rows = await all(admin)
    const paid = rows.find((row) => row.id % 4 === 0)
    expect(paid?.months).toEqual([
      '22.05',
      '22.05',
      '-44.10',
      '22.05',
      '22.05',
      '22.05',
      '22.05',
      '22.05',
      '22.05',
      '22.05',
      null,
      null,
    ])
    expect(rows.find((row) => row.id % 2 === 1)?.months).toEqual(Array.from({ length: 12 }, () => null))
  })

  test('API-08 a page past the end is empty and still has the total', async () => {
    expect(await admin.call(policies.list, { pageNumber: 99 })).toMatchObject({
      data: [],
      totalRecords: 60,
      totalPages: 6,
    })
  })

  test('a counted total is counted again after a change', async () => {
    const before = (await admin.call(policies.list, { state: 'TX' })).totalRecords
    await sql`insert into policies (carrier_id, policy_number, first_name, last_name, state) values (${carriers[0]}, 'EXTRA', 'E', 'Zzz', 'TX')`.execute(
      agency.db,
    )
    expect((await admin.call(policies.list, { state: 'TX' })).totalRecords).toBe(before + 1)
    await sql`delete from policies where policy_number = 'EXTRA'`.execute(agency.db)
    expect((await admin.call(policies.list, { state: 'TX' })).totalRecords).toBe(before)
  })
})

describe('policy visibility', () => {
  test('ACCESS-32 ACCESS-34 an agent sees their own policies, visibility rules add others, administrators see all', async () => {
    expect(new Set((await all(ana)).map((row) => row.agentName)).size).toBe(1)
    expect(await all(ana)).toHaveLength(20)
    const both = await agency.person({
      roles: ['agent'],
      claims: ['view.Policy'],
      visibility: [
        [String(ana.agentId), 'Policy'],
        [String(luis.agentId), '__all__'],
        ['__all__', 'Lead'],
      ],
    })
    expect(await all(both)).toHaveLength(40)
    const full = await agency.person({ roles: ['agent'], claims: ['view.Policy'], fullAccess: true })
    expect(await all(full)).toHaveLength(60)
  })

  test('P-26 P-27 another agent’s policy answers as missing, whatever agent the request names', async () => {
    const foreign = (await all(luis))[0]
    await expect(ana.call(policies.detail, { id: foreign?.id ?? 0 })).rejects.toMatchObject({
      code: 'policy.not_found',
    })
    await expect(ana.call(policies.detail, { id: 999_999 })).rejects.toMatchObject({ code: 'policy.not_found' })
    expect(await all(ana, { agentId: luis.agentId ?? 0 })).toEqual([])
    expect(await ana.call(policies.summaries, { agentId: luis.agentId ?? 0, year: 2026 })).toEqual([])
  })

  test('P-30 list, count, export, detail and summary show the same rows for any visibility', async () => {
    const agent = fc.constantFrom('__all__', String(ana.agentId), String(luis.agentId), '999')
    const entry = fc.tuple(agent, fc.constantFrom('Policy', 'Lead', '__all__'))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(entry, { maxLength: 3, selector: String }), async (visibility) => {
        const person = await agency.person({ roles: ['agent'], claims: ['view.Policy'], visibility })
        const rows = await all(person)
        expect((await person.call(policies.list, { pageSize: 1 })).totalRecords).toBe(rows.length)
        const csv = (await download(person, 'text/csv')).body.trim().split('\r\n').slice(1)
        expect(csv.map((line) => line.split(',')[0]).sort()).toEqual(rows.map((row) => row.policyNumber).sort())
        const summed = (await person.call(policies.summaries, { year: 2026 })).reduce(
          (sum, row) => sum + row.policies,
          0,
        )
        expect(summed).toBe(rows.filter((row) => row.status !== 'Cancelled').length)
        const visibleIds = new Set(rows.map((row) => row.id))
        for (const { id } of (await all(admin)).filter((_, index) => index % 12 === 0))
          expect(
            await person.call(policies.detail, { id }).then(
              () => true,
              () => false,
            ),
          ).toBe(visibleIds.has(id))
      }),
      { numRuns: 15 },
    )
  })

  test('P-29 when visibility rules cannot be read, the request fails instead of showing all', async () => {
    const person = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
    await agency.db.updateTable('users').set({ contact_id: null }).where('id', '=', person.userId).execute()
    expect(await all(person)).toEqual([])
  })

  test('P-31 filters and sorts on fields that the list does not declare are refused', async () => {
    for (const query of ['ssn=1', 'sort=dob', 'sort=agent_npn', 'memberId=1', 'password_hash=1'])
      expect(
        (
          await agency.app.inject({
            url: `/api/Policies?${query}`,
            headers: { authorization: `Bearer ${admin.token}` },
          })
        ).statusCode,
        query,
      ).toBe(400)
  })

  test('P-32 responses contain the declared fields and no others', async () => {
    const strict = (schema: z.ZodType) => (schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema)
    const list = (
      await agency.app.inject({ url: '/api/Policies', headers: { authorization: `Bearer ${ana.token}` } })
    ).json()
    const row = policies.list.output.shape.data.element
    for (const one of list.data) expect(() => strict(row).parse(one)).not.toThrow()
    const detail = (
      await agency.app.inject({
        url: `/api/Policies/detail/${list.data[0].id}`,
        headers: { authorization: `Bearer ${ana.token}` },
      })
    ).json()
    expect(() => strict(policies.detail.output).parse(detail)).not.toThrow()
  })
})

describe('policy detail', () => {
  test('POLICY-17 POLICY-08 the detail has its commissions by year and month with exact totals', async () => {
    const row = (await all(admin)).find(({ id }) => id % 4 === 0)
    const detail = await admin.call(policies.detail, { id: row?.id ?? 0 })
    expect(detail.commissions.map(({ year, total }) => [year, total])).toEqual([
      [2026, '154.35'],
      [2025, '264.60'],
    ])
    expect(detail).toMatchObject({
      policyNumber: row?.policyNumber,
      monthlyPremium: expect.stringMatching(/^\d+\.\d{2}$/),
      history: [],
    })
  })

  test('the detail has every change of the policy, also of one that changed often', async () => {
    const { id } = (await all(admin))[0] ?? { id: 0 }
    await sql`
      insert into policy_changes (policy_id, batch_id, line, field, old_value, new_value, at)
      select ${id}, n, 2, 'MonthlyPremium', n::text, (n + 1)::text, timestamptz '2020-01-01T12:00:00Z' + make_interval(days => n)
      from generate_series(1, 250) n`.execute(agency.db)
    const { history } = await admin.call(policies.detail, { id })
    await sql`delete from policy_changes where policy_id = ${id}`.execute(agency.db)
    expect(history).toHaveLength(250)
    expect([history[0]?.oldValue, history.at(-1)?.oldValue]).toEqual(['250', '1'])
  })
})

describe('summaries', () => {
  test('POLICY-18 DASH-09 policies and members by carrier and month of coverage start, without cancelled policies', async () => {
    const rows = await admin.call(policies.summaries, { year: 2026 })
    const { rows: direct } = await sql<{
      policies: number
      members: number
    }>`select count(*) as policies, sum(number_of_members) as members from policies where status <> 'Cancelled' and effective_date between '2026-01-01' and '2026-12-31'`.execute(
      agency.db,
    )
    expect(rows.reduce((sum, row) => sum + row.policies, 0)).toBe(direct[0]?.policies)
    expect(rows.reduce((sum, row) => sum + row.members, 0)).toBe(direct[0]?.members)
    for (const row of rows)
      expect(Object.keys(row).sort()).toEqual(['carrierId', 'carrierName', 'members', 'month', 'policies', 'year'])
  })

  test('DASH-09 without an agent and a year, or with empty ones, the summary covers all visible policies of this year; open to every agent', async () => {
    const headers = { authorization: `Bearer ${ana.token}` }
    const answers = await Promise.all(
      ['', '?agentId=&year=', `?agentId=${ana.agentId}&year=2026`].map((query) =>
        agency.app.inject({ url: `/api/Policies/summaries${query}`, headers }),
      ),
    )
    const [first, ...others] = answers.map((answer) => answer.json())
    expect(first.length).toBeGreaterThan(0)
    for (const other of others) expect(other).toEqual(first)
    const agent = await agency.person({ roles: ['agent'] })
    expect(await agent.call(policies.summaries, { year: 2026 })).toEqual([])
    const customer = await agency.person({ roles: ['customer'], claims: ['view.Policy'] })
    await expect(customer.call(policies.summaries, {})).rejects.toMatchObject({ status: 403 })
  })
})

describe('received', () => {
  const sumOf = (rows: readonly { months: readonly (string | null)[] }[]) =>
    rows.flatMap(({ months }) => months).reduce((sum, amount) => sum + (cents(amount ?? '0') ?? 0), 0)

  test('the sum of the list is that of the months of all rows that match, of the page or not, visible to the user', async () => {
    for (const filters of [{}, { status: 'Active' as const }, { name: 'ana' }, { agentId: ana.agentId ?? 0 }])
      for (const person of [admin, ana, luis]) {
        const { totalAmount } = await person.call(policies.received, filters)
        expect(cents(totalAmount), JSON.stringify(filters)).toBe(sumOf(await all(person, filters)))
      }
    expect(cents((await admin.call(policies.received, {})).totalAmount)).toBeGreaterThan(0)
  })
})

describe('exports', () => {
  test('POLICY-12 CONST-09 Accept pdf or xlsx downloads a valid file of that format', async () => {
    const pdf = await download(admin, 'application/pdf')
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('.pdf'),
    })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const xlsx = await download(admin, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await download(admin, 'image/png')).statusCode).toBe(406)
  })

  test('POLICY-13 an export has all rows that match the filters, in the order of the list', async () => {
    const csv = await download(admin, 'text/csv', 'state=FL&sort=policyNumber&order=desc&pageSize=10')
    const numbers = csv.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(numbers).toEqual(
      (await all(admin, { state: 'FL', sort: 'policyNumber', order: 'desc' })).map((row) => row.policyNumber),
    )
  })

  test('an export is recorded with its format and count before it is sent', async () => {
    await download(ana, 'text/csv')
    const event = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', ana.userId)
      .where('action', '=', 'export')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({ entity: 'policy', outcome: 'done', facts: { format: 'csv', rows: 20 } })
  })
})

describe('name search', () => {
  test('POLICY-02 names are matched and sorted without case and accents', async () => {
    const people: [string, string][] = [
      ['ÁNGELA', 'Ávila'],
      ['angel', 'AVILA'],
      ['Bea', 'Zúñiga'],
      ['Cy', 'de la Cruz'],
      ['Di', 'Ñíguez'],
    ]
    for (const [index, [first, last]] of people.entries())
      await sql`insert into policies (carrier_id, policy_number, first_name, last_name, city) values (${carriers[0]}, ${`ÑAME-${index}`}, ${first}, ${last}, 'Cañón')`.execute(
        agency.db,
      )
    const found = async (query: Query) => (await all(admin, query)).map((row) => row.lastName)
    expect(await found({ city: 'canon' })).toEqual(['AVILA', 'Ávila', 'de la Cruz', 'Ñíguez', 'Zúñiga'])
    expect(await found({ name: 'angela av' })).toEqual(['Ávila'])
    expect(await found({ name: 'ÑÍGU' })).toEqual(['Ñíguez'])
    expect(await found({ name: 'zu' })).toEqual(['Zúñiga'])
    expect(await found({ policyNumber: 'ñame-2' })).toEqual(['Zúñiga'])
    await sql`delete from policies where starts_with(policy_number, 'ÑAME')`.execute(agency.db)
  })
})
