import { reports } from '@coverdesk/domain/reports/report-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { allReports } from './all-reports.ts'
import { productionByAgent } from './production-by-agent.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let carriers: number[]

/** Two agents and two carriers: twelve policies of 2026, one per month, every third cancelled; six leads. */
beforeEach(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-21T15:00:00Z'))
  admin = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Report'] })
  ana = await agency.person({ roles: ['agent'], npn: '19984127' })
  luis = await agency.person({ roles: ['agent'], npn: '20417733' })
  carriers = [await agency.carrier('Ambetter'), await agency.carrier('=Molina')]
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name, number_of_members, agent_id, effective_date,
      monthly_premium, status)
    select (${carriers}::bigint[])[1 + n % 2], 'U' || n, 'Ida', 'Case', 2, (array[${ana.agentId}::bigint, ${luis.agentId}::bigint])[1 + n / 9],
      make_date(2026, n, 1), 100.25, case when n % 3 = 0 then 'Cancelled' else 'Active' end
    from generate_series(1, 12) as n`.execute(agency.db)
  await sql`
    insert into commission_month_totals (carrier_id, month, agent_id, lines, policies, members, amount)
    select ${carriers[0]}::bigint, make_date(2026, n, 1), ${ana.agentId}::bigint, 9, 8, 7, 100.5 * n - 301 from generate_series(1, 12) n`.execute(
    agency.db,
  )
  await sql`
    insert into leads (source, first_name, last_name, agent_id, status_id, status_at)
    select 'csv', 'Ida', 'Lead', case when n < 5 then ${ana.agentId}::bigint end, case when n % 2 = 0 then 3 end,
      case when n % 2 = 0 then timestamptz '2026-05-01 12:00+00' + n * interval '1 day' end
    from generate_series(1, 6) as n`.execute(agency.db)
})
afterEach(() => agency.close())

const download = (person: Person, id: number, query: Record<string, string> = {}) =>
  agency.app.inject({
    url: `/api/Report/${id}/download`,
    query,
    headers: { authorization: `Bearer ${person.token}` },
  })
const rowsOf = async (person: Person, id: number, query: Record<string, string> = {}) => {
  const answer = await download(person, id, { reportFormatId: 'RFCSV', ...query })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.body.replace('\ufeff', '').trim().split('\r\n')
}

describe('the report catalog', () => {
  test('REPORT-06 REPORT-03 GET /api/Report returns id, name, type, language and the parameters with their types, formats and values', async () => {
    const list = await admin.call(reports.list, {})
    expect(
      list.map(({ name, reportTypeName, languageName }) => `${reportTypeName}: ${name} (${languageName})`),
    ).toEqual(
      allReports.flatMap(({ type, name }) => [`${type}: ${name.en} (English)`, `${type}: ${name.es} (Spanish)`]),
    )
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    const production = list.find(({ id }) => id === productionByAgent.ids.en)
    expect(production?.params).toEqual([
      { name: 'from', label: 'From', type: 'date', format: 'MM/DD/YYYY', values: null, default: '2026-01-01' },
      { name: 'to', label: 'To', type: 'date', format: 'MM/DD/YYYY', values: null, default: '2026-11-21' },
      {
        name: 'carrier',
        label: 'Carrier',
        type: 'list',
        format: null,
        default: 'all',
        values: [
          { value: 'all', name: 'All carriers' },
          { value: String(carriers[1]), name: '=Molina' },
          { value: String(carriers[0]), name: 'Ambetter' },
        ],
      },
      {
        name: 'leastPolicies',
        label: 'Policies at least',
        type: 'number',
        format: '#,##0',
        values: null,
        default: '1',
      },
      {
        name: 'idle',
        label: 'Agents without policies too',
        type: 'boolean',
        format: null,
        values: null,
        default: 'false',
      },
    ])
  })

  test('ACCESS-29 list and files are for administrators with view.Report or admin.Report', async () => {
    const refusedUsers: Parameters<TestApp['person']>[0][] = [
      { roles: ['agent', 'administrator'] },
      { roles: ['agent'], claims: ['view.Report', 'admin.Report'] },
    ]
    for (const wish of refusedUsers) {
      const person = await agency.person(wish)
      await expect(person.call(reports.list, {})).rejects.toMatchObject({ status: 403 })
      expect((await download(person, 1)).statusCode).toBe(403)
    }
    const other = await agency.person({ roles: ['administrator'], claims: ['admin.Report'] })
    expect((await other.call(reports.list, {})).length).toBe(allReports.length * 2)
  })
})

describe('report downloads', () => {
  test('REPORT-04 the default format is pdf; RFXLSX and RFCSV are accepted, other values are refused', async () => {
    const pdf = await download(admin, 1)
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('Policies by Carrier.pdf'),
    })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await download(admin, 1, { reportFormatId: 'RFPDF' })).headers['content-type']).toBe('application/pdf')
    const xlsx = await download(admin, 1, { reportFormatId: 'RFXLSX' })
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await download(admin, 1, { reportFormatId: 'RFDOC' })).statusCode).toBe(400)
  })

  test('REPORT-05 every report of the catalog returns a file with its defaults', async () => {
    const formats = ['RFPDF', 'RFXLSX', 'RFCSV']
    for (const [index, { id, params }] of (await admin.call(reports.list, {})).entries()) {
      const needed = params.filter((param) => param.default === null).map(({ name }) => name)
      expect(needed, `report ${id} needs values that this test does not give`).toEqual([])
      const reportFormatId = formats[index % formats.length] ?? ''
      const answer = await download(admin, id, { reportFormatId })
      expect(answer.statusCode, `${id} ${reportFormatId} ${answer.body.slice(0, 300)}`).toBe(200)
      expect(answer.rawPayload.length).toBeGreaterThan(20)
    }
  })

  test('Policies by Carrier counts policies by state, in the language of the report', async () => {
    expect(await rowsOf(admin, 1)).toEqual([
      'Carrier,Active,Pending,Terminated,Cancelled,Policies,Members,% of all',
      "'=Molina,4,0,0,2,6,12,50.0",
      'Ambetter,4,0,0,2,6,12,50.0',
    ])
    expect((await rowsOf(admin, 101))[0]).toBe(
      'Aseguradora,Activas,Pendientes,Terminadas,Canceladas,Pólizas,Miembros,% del total',
    )
  })

  test('REPORT-05 Production by Agent applies its parameters: span, carrier, minimum, and agents without policies', async () => {
    const names = async (query: Record<string, string>) =>
      (await rowsOf(admin, 2, query)).slice(1).map((line) => line.split(',').slice(1, 4).join())
    // Until today, November 21: U12 starts later.
    expect(await names({})).toEqual(['19984127,6,12', '20417733,2,4'])
    expect(await names({ to: '2026-12-31', leastPolicies: '3' })).toEqual(['19984127,6,12'])
    expect(await names({ from: '2026-09-01', to: '2026-09-30' })).toEqual([])
    expect(await names({ from: '2026-01-01', to: '2026-01-31', idle: 'true' })).toEqual([
      '19984127,1,2',
      '20417733,0,0',
    ])
    expect(await names({ carrier: String(carriers[0]), to: '2026-12-31' })).toEqual(['19984127,3,6', '20417733,1,2'])
    const [, first] = await rowsOf(admin, 2)
    expect(first).toMatch(/,601\.50,01\/01\/2026,08\/01\/2026$/)
  })

  test('REPORT-05 Lost Policies lists policies that were lost in the months of the span and are not recovered', async () => {
    await sql`
      insert into lost_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
        number_of_members, at_stake, aor_id, left_at, left_why)
      select id, case when policy_number = 'U3' then date '2025-12-01' else date '2026-10-01' end,
        case policy_number when 'U1' then 'missing' when 'U2' then 'agent' when 'U3' then 'ended' end, carrier_id, policy_number,
        first_name || ' ' || last_name, search_name, sort_name, 2, 12.5, agent_id,
        case policy_number when 'U4' then now() end, case policy_number when 'U4' then 'back' end
      from policies where policy_number in ('U1', 'U2', 'U3', 'U4')`.execute(agency.db)
    const lines = async (query: Record<string, string> = {}, id = 3) =>
      (await rowsOf(admin, id, query)).slice(1).map((line) =>
        line
          .split(',')
          .filter((_, at) => at !== 1 && at !== 6)
          .join(),
      )
    expect((await lines()).sort()).toEqual([
      expect.stringMatching(/^U1,.*,10\/2026,Not in the file,Pending,2,12\.50$/),
      expect.stringMatching(/^U2,.*,10\/2026,Other agent,Pending,2,12\.50$/),
    ])
    expect(await lines({ from: '2025-01-01', to: '2025-12-31' })).toEqual([expect.stringMatching(/^U3,.*,Ended,/)])
    expect(await lines({ status: '3' })).toEqual([])
    expect(await lines({ carrier: String(carriers[0]) })).toHaveLength(1)
    expect((await lines({}, 103)).join()).toContain('Otro agente')
  })

  test('P-70 P-71 a report that names clients leaves each of them in the audit record', async () => {
    for (const { columns, subjects, name } of allReports)
      if (columns.some(({ label }) => label.en === 'Insured')) expect(subjects, name.en).toBeDefined()
    await sql`
      insert into commission_months (policy_id, carrier_id, month, agent_id, due_month, class, state, expected, received, stake)
      select id, carrier_id, make_date(2026, n, 1), agent_id, make_date(2026, n + 1, 1), 'missing', 'due', 12, 0, 12 from policies, generate_series(1, 2) n
      where policy_number in ('U1', 'U2')`.execute(agency.db)
    expect(await rowsOf(admin, 9, { from: '2026-01-01', to: '2026-02-28' })).toHaveLength(5)
    const { rows } = await sql<{ facts: object; named: string[] }>`
      select e.facts, (select array_agg(p.policy_number order by 1) from policies p where p.id = any(e.subjects)) as named
      from audit_events e where e.action = 'export' and e.entity = 'policy' order by e.id desc limit 1`.execute(
      agency.db,
    )
    expect(rows).toEqual([
      { facts: expect.objectContaining({ rows: 4, report: 'Expected Months' }), named: ['U1', 'U2'] },
    ])
  })

  test('Leads by Disposition counts each agent’s leads by disposition', async () => {
    const lines = (await rowsOf(admin, 7)).slice(1).map((line) => line.split(',').slice(1).join())
    expect(lines).toHaveLength(4)
    expect(lines.map((line) => line.split(',').slice(1, 3).join())).toEqual(['2,50.0', '2,50.0', '1,50.0', '1,50.0'])
    expect((await rowsOf(admin, 7, { open: 'false' })).slice(1)).toHaveLength(2)
    expect((await rowsOf(admin, 7, { agentName: 'unknown name' })).slice(1)).toEqual([])
    await sql`update agents set name = 'José Núñez' where id = ${ana.agentId}`.execute(agency.db)
    expect((await rowsOf(admin, 7, { agentName: 'jose nu' })).slice(1)).toHaveLength(2)
  })

  test('REPORT-07 Agent Statement shows the sums of the months of its span, from a minimum amount', async () => {
    const lines = async (query: Record<string, string>) =>
      (await rowsOf(admin, 5, query)).slice(1).map((line) => line.split(',').slice(1).join())
    expect(await lines({ from: '2026-02-15', to: '2026-03-31' })).toEqual([
      'Ambetter,02/2026,8,7,-100.00',
      'Ambetter,03/2026,8,7,0.50',
    ])
    expect(await lines({ leastAmount: '$704.00' })).toEqual([
      'Ambetter,10/2026,8,7,704.00',
      'Ambetter,11/2026,8,7,804.50',
    ])
    expect(await lines({ leastAmount: '704.001' }).catch(() => 'refused')).toBe('refused')
    expect(await lines({ agent: String(luis.agentId) })).toEqual([])
  })

  test('Commission Payments shows payments for the months of its span, in batches with a status', async () => {
    await sql`insert into payment_batches (name) values ('May'), ('June')`.execute(agency.db)
    await sql`
      insert into payments (batch_id, agent_id, carrier_id, type_id, month, amount)
      select b.id, ${ana.agentId}, ${carriers[0]}, 1, case b.name when 'May' then date '2026-05-01' else '2026-06-01' end, 120.5
      from payment_batches b`.execute(agency.db)
    const lines = async (query: Record<string, string>) =>
      (await rowsOf(admin, 4, query)).slice(1).map((line) => line.split(',').slice(2).join())
    expect(await lines({ to: '2026-05-31' })).toEqual(['Ambetter,Commission,May,Open,05/2026,,120.50'])
    expect(await lines({ leastAmount: '120.50' })).toHaveLength(2)
    const none: Record<string, string>[] = [
      { leastAmount: '120.51' },
      { status: '3' },
      { carrier: String(carriers[1]) },
    ]
    for (const query of none) expect(await lines(query)).toEqual([])
  })

  test('PTO-06 PTO shows the requests that share a day with its span', async () => {
    await sql`
      insert into pto_requests (agent_id, created_by, start_date, start_hour, end_date, end_hour, hours, comment, status_id)
      values (${ana.agentId}, ${ana.userId}, '2026-07-01', 9, '2026-07-10', 17, 64, 'Away', 2)`.execute(agency.db)
    const lines = async (query: Record<string, string>) =>
      (await rowsOf(admin, 6, query)).slice(1).map((line) => line.split(',').slice(1, 4).join())
    expect(await lines({ from: '2026-07-10' })).toEqual(['07/01/2026,07/10/2026,64:00'])
    expect(await lines({ from: '2026-07-11' })).toEqual([])
    expect(await lines({ status: '1' })).toEqual([])
    expect(await lines({ agent: String(ana.agentId), status: '2' })).toHaveLength(1)
  })

  test('REPORT-05 invalid input is refused at its parameter, an unknown report is missing', async () => {
    const wrong = await download(admin, 2, {
      from: '2026-02-30',
      leastPolicies: '1.5',
      carrier: '999',
      idle: 'x',
      ssn: '1',
    })
    expect(wrong.statusCode).toBe(400)
    expect(
      wrong
        .json()
        .details.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['carrier', 'from', 'idle', 'leastPolicies', 'ssn'].sort())
    const turned = await download(admin, 2, { from: '2026-05-01', to: '2026-04-30' })
    expect(turned.json()).toMatchObject({ details: [{ path: 'to', message: 'Must not be before From' }] })
    for (const id of [0, 3.5, 'x']) expect((await download(admin, Number(id))).statusCode).toBe(400)
    expect((await download(admin, 99)).statusCode).toBe(404)
    const quoted = await download(admin, 7, { agentName: `'; drop table leads; --`, reportFormatId: 'RFCSV' })
    expect(quoted.statusCode).toBe(200)
  })

  test('P-70 a download is recorded as an export of its report, without the values of its parameters', async () => {
    await rowsOf(admin, 102, { leastPolicies: '2' })
    const { rows } = await sql<{ facts: object; entity_id: string }>`
      select facts, entity_id from audit_events where action = 'export' and entity = 'report' order by id desc limit 1`.execute(
      agency.db,
    )
    expect(rows[0]).toMatchObject({
      entity_id: '102',
      facts: { format: 'csv', rows: 2, report: 'Production by Agent', params: 'leastPolicies' },
    })
  })
})

test('P-30 a report contains the rows that its reader can see', async () => {
  const query = productionByAgent.rows(
    {
      db: agency.db,
      today: '2026-11-21',
      language: 'en',
      visibility: { all: false, agentIds: [luis.agentId ?? 0] },
    },
    { from: '2026-01-01', to: '2026-12-31', carrier: 'all', leastPolicies: '1', idle: 'true' },
  )
  const { rows } = await query.execute(agency.db)
  expect(rows).toHaveLength(1)
})
