import { viewClaims } from '@coverdesk/domain/access/all-claims.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { furtherClaims } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { ExportFormat, Route } from '@coverdesk/domain/platform/route.ts'
import { requestOf } from '@coverdesk/domain/platform/route-request.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { unzipped } from '../testing/test-export.ts'

/** What the carrier paid of two policies, and their sums of one and of two months. */
const agencyAmounts = ['7431.17', '5208.43', '12639.60', '14862.34', '10416.86', '25279.20']

/** Screens and files with money of commissions; an administrator sees the amounts in each of them. */
const moneyPaths = [
  '/api/agentcommissions',
  '/api/Commissions',
  '/api/Comissions/paymentSummaries',
  '/api/Policies',
  '/api/Policies/detail/{id}',
  '/api/PolicyNonPaid',
  '/api/PolicyNonPaid/summary',
  '/api/LostPolicy',
  '/api/LostPolicy/summary',
  '/api/Dashboard/received',
  '/api/Home',
]

const accepts: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

test('no answer and no file that an agent can reach has an amount that the agency received, and an administrator sees it in each', async () => {
  const agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-25T15:00:00Z'))
  const claims = [...viewClaims, ...furtherClaims, 'admin.Policy', 'admin.CommissionTracking', 'admin.AgentPayment']
  const ana = await agency.person({ roles: ['agent'], claims, npn: '19984127' })
  const admin = await agency.person({ roles: ['agent', 'administrator'], claims, npn: '20417733' })
  const policyId = await plant(agency, ana)

  const seen = await walk(agency, ana, policyId)
  expect(seen.answered).toBeGreaterThan(60)
  expect(seen.files).toBeGreaterThan(15)
  expect(seen.amounts).toEqual([])
  expect(seen.pays).toEqual(expect.arrayContaining(moneyPaths.filter((path) => !path.endsWith('summary'))))
  const all = await walk(agency, admin, policyId)
  expect([...new Set(all.amounts.map((where) => where.split(' ')[0]))]).toEqual(
    expect.arrayContaining(moneyPaths.filter((path) => path !== '/api/Home')),
  )
  await agency.close()
})

/** Two policies of Ana with lines, unpaid and lost, each paid with 6.50 by her rate. */
async function plant(agency: TestApp, { agentId }: Person): Promise<number> {
  const carrier = await agency.carrier('Oscar')
  await sql`
    insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${agentId}, ${carrier}, 3.25, '2025-01-01')`.execute(
    agency.db,
  )
  const ids: number[] = []
  for (const [number, amount] of [
    ['U1', '7431.17'],
    ['U2', '5208.43'],
  ]) {
    const { rows } = await sql<{ id: number }>`
      insert into policies (carrier_id, policy_number, first_name, last_name, agent_id, number_of_members)
      values (${carrier}, ${number}, 'Ida', 'Case', ${agentId}, 2) returning id`.execute(agency.db)
    const id = rows[0]?.id ?? 0
    ids.push(id)
    await sql`
      insert into commission_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, insured_name, agent_id, agent_by)
      select ${id}, ${carrier}, month, 'renewal', 2, ${amount}, ${number}, 'Ida Case', ${agentId}, 'file'
      from (values ('2026-09-01'::date), ('2026-10-01')) m (month)`.execute(agency.db)
    for (const [table, why] of [
      ['unpaid_policies', 'premium'],
      ['lost_policies', 'missing'],
    ])
      await sql`
        insert into ${sql.table(table ?? '')} (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
          number_of_members, at_stake, aor_id)
        select id, '2026-11-01', ${why}, carrier_id, policy_number, 'Ida Case', search_name, sort_name, 2, ${amount}, agent_id
        from policies where id = ${id}`.execute(agency.db)
  }
  await sql`
    select rebuild_sums_of_lines(array(select id from commission_lines)),
      rebuild_commission_years(${carrier})`.execute(agency.db)
  return ids[0] ?? 0
}

interface Walked {
  answered: number
  files: number
  /** 'path file: amount' of the agency's amounts. */
  amounts: string[]
  /** Paths with the pay. */
  pays: string[]
}

/** Calls each GET route that the person may call, with the inputs that it accepts of a few, and in each of its formats. */
async function walk(agency: TestApp, person: Person, id: number): Promise<Walked> {
  const me = await rightsOf(agency, person)
  const walked: Walked = { answered: 0, files: 0, amounts: [], pays: [] }
  for (const route of allRoutes) {
    if (route.method !== 'GET' || !mayPass(route.allow, me)) continue
    for (const input of [{}, { id }, { year: 2026 }, { policyId: id }, { sort: 'atStake' }, { policyNumber: 'U1' }]) {
      if (!route.input.safeParse(input).success) continue
      for (const format of [null, ...(route.formats ?? [])]) {
        const text = await answerOf(agency, person, { route, input, format })
        if (text === null) continue
        walked.answered += 1
        walked.files += format ? 1 : 0
        const plain = text.replaceAll(',', '')
        for (const amount of agencyAmounts)
          if (plain.includes(amount)) walked.amounts.push(`${route.path} ${format ?? 'answer'}: ${amount}`)
        if (/"(6\.50|13\.00|26\.00)"/.test(text)) walked.pays.push(route.path)
      }
    }
  }
  return walked
}

async function rightsOf(agency: TestApp, { userId }: Person): Promise<{ roles: string[]; claims: string[] }> {
  return await agency.db
    .selectFrom('users')
    .select(['roles', 'claims'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Text of an answer or a file; null for a refusal. The text of a PDF is drawn with its own glyphs and is not read. */
async function answerOf(
  agency: TestApp,
  { token }: Person,
  { route, input, format }: { route: Route; input: unknown; format: ExportFormat | null },
): Promise<string | null> {
  const { path, query } = requestOf(route, input)
  const answer = await agency.app.inject({
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${token}`, ...(format ? { accept: accepts[format] } : {}) },
  })
  if (answer.statusCode >= 400) return null
  return format === 'xlsx' ? [...unzipped(answer.rawPayload).values()].join('\n') : answer.body
}
