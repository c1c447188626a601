import { access } from '@coverdesk/domain/access/access-contract.ts'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { faultClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { compareChanged } from '../contacts/compare-contacts.ts'
import { needsRehash, verifyPassword } from '../platform/auth/password-hash.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { seedOfflineDemo } from './applications/seed-offline.ts'
import { demoPassword, demoUsers } from './people/demo-sign-ins.ts'
import { sampleFile } from './sample-files.ts'
import { seedDemo } from './seed-demo.ts'
import { demo, size, today } from './test-demo.ts'

const quiet = { today, say: () => undefined }

let agency: TestApp
let client: pg.Client

beforeEach(async () => {
  agency = await startTestApp({}, undefined, { prepared: demo })
  agency.setClock(() => new Date(`${today}T20:00:00Z`))
  client = new pg.Client({ connectionString: agency.ownerUrl })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await agency.close()
})

const one = async (sql: string): Promise<Record<string, unknown>> => (await client.query(sql)).rows[0]
const none = async (what: string) => expect((await client.query(what)).rows.slice(0, 3), what).toEqual([])

/** URL of a migrated database without records, until the end of the test. */
async function emptyDatabase(): Promise<string> {
  const { url, drop } = await testDatabase()
  onTestFinished(drop)
  return url
}

async function signIn(user: string): Promise<string> {
  const answer = await callAs(agency.app, null, access.login, { user, pass: demoPassword, rememberUsername: false })
  if (!('token' in answer)) throw new Error('no token')
  return answer.token
}

test('the demo is one agency of 40 agents, 12 carriers and the requested policies over three years', async () => {
  expect(
    await one(`select (select count(*)::int from agents) as agents, (select count(*)::int from carriers) as carriers,
      (select count(*)::int from policies) as policies,
      (select count(distinct month)::int from commission_lines) as months,
      (select min(effective_date)::text from policies) as first`),
  ).toEqual({ agents: 40, carriers: 12, policies: size, months: 24, first: '2024-01-01' })
})

test('the demo pays its agents: nine months before its pay runs are paid, one run is processed, one is closed, and the newest month is left to run', async () => {
  const { rows } = await client.query(
    `select status_id as status, count(*)::int as batches, bool_and((paid_on is not null) = (status_id = 3)) as dated,
       bool_and(exists (select from payments p where p.batch_id = b.id)) as filled
     from payment_batches b group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { status: 1, batches: 1, dated: true, filled: true },
    { status: 2, batches: 1, dated: true, filled: true },
    { status: 3, batches: 9, dated: true, filled: true },
  ])
  const runs = await client.query(
    `select b.status_id as status, r.lines > 0 as filled,
       r.closed_at <= now() and r.calculated_at < r.closed_at as ordered,
       r.paid = (select sum(p.amount) from payments p where p.run_id = r.id) as agrees,
       r.month < (select max(month) from commission_lines) as earlier
     from pay_runs r join payment_batches b on b.id = r.batch_id order by r.month`,
  )
  expect(runs.rows).toMatchObject([
    { status: 2, filled: true, ordered: true, agrees: true, earlier: true },
    { status: 1, filled: true, ordered: true, agrees: true, earlier: true },
  ])
  await none(`select from payments group by agent_id, carrier_id, type_id, month having count(*) > 1`)
  const { types, own } = await one(
    `select count(distinct type_id)::int as types,
       count(*) filter (where agent_id = (select id from agents where login_email = 'agent@demo.test'))::int as own from payments`,
  )
  expect(types).toBe(4)
  expect(own).toBeGreaterThan(20)
})

test('each indexed column, foreign key and exclusion constraint is as in the migrations', async () => {
  const shape = `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`
  const fresh = new pg.Client({ connectionString: await emptyDatabase() })
  await fresh.connect()
  const made = (await fresh.query(shape)).rows
  await fresh.end()
  expect((await client.query(shape)).rows).toEqual(made)
})

test('the same day and size produce the same demo, row for row', async () => {
  const url = await emptyDatabase()
  await seedDemo(url, { size, ...quiet })
  const again = new pg.Client({ connectionString: url })
  await again.connect()
  for (const table of [
    'policies',
    'policy_changes',
    'policy_agents',
    'policy_marks',
    'commission_lines',
    'agents',
    'agent_licenses',
    'agent_appointments',
    'agent_rates',
    'import_batches',
    'commission_years',
    'users',
    'user_visibility',
    'customers',
    'contact_addresses',
    'status_changes',
    'phone_calls',
  ]) {
    // An agent's row is updated by related inserts at the current time.
    const clock = table === 'agents' ? 'updated_at,' : ''
    const digest = `select md5(string_agg((to_jsonb(t) - '{${clock}created_at,loaded_by,password_hash}'::text[])::text, '|' order by t::text)) as digest from ${table} t`
    expect((await again.query(digest)).rows[0], table).toEqual(await one(digest))
  }
  await again.end()
})

test('every policy has a zip code, city and county that belong together', async () => {
  await none(`select zip_code, city, county, state from policies except
    select z.zip, ci.name, co.name, s.code from zip_codes z join cities ci on ci.id = z.city_id
    join counties co on co.id = z.county_id join states s on s.id = co.state_id`)
})

test('statuses are consistent with their dates', async () => {
  await none(`select id from policies where status = 'Pending' and effective_date <= '${today}'`)
  await none(
    `select id from policies where status = 'Active' and (effective_date > '${today}' or term_date is not null)`,
  )
  await none(
    `select id from policies where status = 'Terminated' and (term_date is null or term_date > '${today}' or paid_through_date > term_date)`,
  )
  await none(`select id from policies where member_responsibility > monthly_premium or monthly_premium <= 0`)
  await none(`select id from policies where paid_through_date < effective_date or dob > effective_date`)
})

test('the yearly commissions equal the lines to the cent', async () => {
  await none(`
    select policy_id, year, sum(amount) from (
      select policy_id, extract(year from month)::int as year, extract(month from month)::int as month, amount from commission_lines
      where policy_id is not null
      union all
      select policy_id, year, m.month, -m.amount from commission_years, unnest(months) with ordinality as m (amount, month)
      where m.amount is not null
    ) both_sides group by policy_id, year, month having sum(amount) <> 0`)
  expect(
    await one(
      'select bool_or(amount < 0) as taken_back, min(month)::text as first, max(month)::text as last from commission_lines',
    ),
  ).toEqual({
    taken_back: true,
    first: '2024-11-01',
    last: '2026-10-01',
  })
})

test('the agent of record matches the NPN of the policy, and earlier ones end where it starts', async () => {
  await none(
    `select p.id from policies p left join agents a on a.npn = p.agent_npn where p.agent_id is distinct from a.id`,
  )
  await none(
    `select p.id from policies p join policy_agents e on e.policy_id = p.id where upper(e.held) <> p.agent_since`,
  )
  const { strangers } = await one(
    `select (count(*) filter (where agent_id is null) * 1000 / count(*))::int as strangers from policies`,
  )
  expect(strangers).toBeGreaterThanOrEqual(8)
  expect(strangers).toBeLessThanOrEqual(30)
})

test('the past imports have the counts of the stored policies, and the newest value of a changed field is the current one', async () => {
  await none(`select b.id from import_batches b where kind = 'policies' and (rows_new <> (select count(*) from policies p where p.first_batch_id = b.id)
    or rows_changed <> (select count(distinct policy_id) from policy_changes c where c.batch_id = b.id)
    or rows_changed <> (select count(*) from policy_marks m where m.batch_id = b.id)
    or rows_missing <> (select count(*) from policies p where p.missing_batch_id = b.id)
    or rows_read <> rows_new + rows_changed + rows_unchanged + rows_refused or rows_unchanged < 0
    or loaded_at > '${today}T20:00:00Z' or rows_refused <> (select count(*) from import_refusals r where r.run_id = b.run_id))`)
  await none(
    `select p.id from policies p where last_batch_id <> coalesce((select max(batch_id) from policy_changes c where c.policy_id = p.id), first_batch_id)`,
  )
  await none(
    `select p.id from policies p join import_batches b on b.id = p.last_batch_id where b.carrier_id <> p.carrier_id or b.loaded_at <> p.updated_at`,
  )
  await none(`select c.id from policy_changes c join policies p on p.id = c.policy_id where c.new_value is distinct from case c.field
    when 'PolicyStatus' then p.status when 'TermDate' then p.term_date::text when 'PaidThroughDate' then p.paid_through_date::text
    when 'Phone' then p.phone when 'Email' then p.email when 'Address' then p.address when 'AgentNPN' then p.agent_npn
    when 'MonthlyPremium' then p.monthly_premium::text when 'MemberResponsibility' then p.member_responsibility::text
    when 'BrokerEffectiveDate' then p.broker_effective_date::text end`)
})

test('every agent of the demo is licensed in its states, some licenses end soon and one has expired; a day has one rate', async () => {
  await none(
    `select id from agents a where 4 <> (select count(distinct state) from agent_licenses l where l.agent_id = a.id)`,
  )
  expect(
    await one(`select count(*) filter (where expiry < '${today}')::int as expired,
      count(*) filter (where expiry between '${today}' and '${today}'::date + 30)::int as soon,
      count(*) filter (where expiry between '${today}'::date + 31 and '${today}'::date + 60)::int as coming
      from agent_licenses`),
  ).toEqual({ expired: 1, soon: 3, coming: 2 })
  await none(`select id from agents a where a.next_expiry is distinct from next_expiry_of(a.id)`)
  await none(`select a.id from agents a where not exists (select from agent_rates r where r.agent_id = a.id
    and r.start_date <= '${today}'::date - 730 + 365 and (r.end_date is null or r.end_date >= '${today}'::date - 365))`)
  await none(`select r.id from agent_rates r where r.rate <= 0 or not exists (
    select from agent_appointments p where p.agent_id = r.agent_id and p.carrier_id = r.carrier_id)`)
})

test('each carrier has other names, and those that sell plans have the HIOS ids with which the plans of applications begin', async () => {
  await none(`select c.name from carriers c where not exists (
    select from carrier_names n where n.carrier_id = c.id and n.kind = 'alias')`)
  await none(`select c.name from carriers c where exists (select from policies p where p.carrier_id = c.id)
    and not exists (select from carrier_issuer_ids i where i.carrier_id = c.id)`)
  const plans = `select distinct p -> 'plan' ->> 'id' as plan, p -> 'plan' ->> 'issuer' as issuer
    from marketplace_applications m, jsonb_path_query(m.document, '$.**.policies[*]') p`
  expect(Number((await one(`select count(*) as plans from (${plans}) x`)).plans)).toBeGreaterThan(50)
  await none(`select x.* from (${plans}) x where carrier_of_plan(x.plan) is distinct from carrier_called(x.issuer)
    or not exists (select from carrier_issuer_ids i where i.issuer_id = left(x.plan, 5) and i.state = substr(x.plan, 6, 2))`)
})

test('one carrier has no imports and two are more than a month behind', async () => {
  const token = await signIn('admin@demo.test')
  const carriers = await callAs(agency.app, token, uploads.carriers, {})
  expect(carriers.filter(({ year }) => year === null).map(({ carrierName }) => carrierName)).toEqual(['Wellpoint'])
  const behind = carriers.filter(
    ({ year, month }) => year !== null && month !== null && year * 12 + month < 2026 * 12 + 10,
  )
  expect(behind.map(({ carrierName }) => carrierName)).toEqual(['Cigna', 'UnitedHealthcare'])
})

test('P-03 the six demo accounts are stored with Argon2id hashes and share one password', async () => {
  const { rows } = await client.query('select user_name, password_hash from users order by id limit 6')
  expect(rows.map((row) => row.user_name)).toEqual(demoUsers.map(({ userName }) => userName))
  for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$/)
  for (const { userName } of demoUsers) expect(await signIn(userName)).toBeTruthy()
})

test('P-14 the other demo accounts cannot sign in with the demo password, and are checked at the same cost', async () => {
  const { rows } = await client.query('select user_name, password_hash from users order by id offset 6')
  expect(rows.length).toBeGreaterThanOrEqual(40)
  expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length)
  for (const row of rows) {
    expect(row.user_name).toMatch(/@demo\.test$/)
    expect(needsRehash(row.password_hash)).toBe(false)
  }
  const opened = await Promise.all(rows.slice(0, 5).map((row) => verifyPassword(demoPassword, row.password_hash)))
  expect(opened).not.toContain(true)
  await expect(signIn(rows[0].user_name)).rejects.toThrow('Invalid user or password')
  await none(
    `select user_name from users where user_name not in ('admin@demo.test', 'security@demo.test') and 'securityadmin' = any(roles)`,
  )
})

test('USER-02 the users list of the demo has people of each type, with names, phones and offices', async () => {
  const token = await signIn('security@demo.test')
  const { data, totalRecords } = await callAs(agency.app, token, users.list, { pageSize: 100, sort: 'name' })
  expect(data).toHaveLength(totalRecords)
  expect(new Set(data.map((row) => row.type))).toEqual(new Set(['Agent', 'Employee', 'Customer', 'Consumer']))
  for (const row of data) {
    expect(row.name, row.userName).not.toBe(row.userName)
    expect(row.phone).toMatch(/^\d{3}55501\d\d$/)
    expect(row.org).toMatch(/^Coverdesk/)
  }
  expect(data.filter((row) => !row.enable).length).toBeGreaterThan(0)
  expect(data.filter((row) => row.roles === '').length).toBeGreaterThan(1)
})

test('agent@demo.test can see only its own policies, admin@demo.test can see all', async () => {
  const own = await callAs(agency.app, await signIn('agent@demo.test'), policies.list, {})
  const { mine } = await one(
    `select count(*)::int as mine from policies p join agents a on a.id = p.agent_id where a.login_email = 'agent@demo.test'`,
  )
  expect(own.totalRecords).toBe(mine)
  expect(own.totalRecords).toBeGreaterThan(size / 100)
  expect((await callAs(agency.app, await signIn('admin@demo.test'), policies.list, {})).totalRecords).toBe(size)
})

test('CUST-17 customers of the demo are the insured of its policies, and their status is the last history entry', async () => {
  const { rows } = await client.query(`
    select count(*)::int as people, count(distinct c.agent_id)::int as agents,
      count(*) filter (where c.agent_id = 17)::int as of_agent,
      count(*) filter (where cu.status_id is distinct from (
        select h.status_id from status_changes h where h.kind = 'customer' and h.record_id = c.id and h.ended_at is null))::int as wrong,
      count(*) filter (where cu.email is null)::int as "withoutEmail",
      count(*) filter (where cu.sort_name = '' or c.main_email is distinct from cu.email)::int as bare,
      count(*) filter (where not exists (select from policies p where p.sort_name = cu.sort_name and p.dob = c.dob)
        and not exists (select from customers o where o.contact_id <> cu.contact_id and (o.email, o.phone) = (cu.email, cu.phone)))::int as strangers
    from customers cu join contacts c on c.id = cu.contact_id`)
  expect(rows[0]).toMatchObject({ wrong: 0, bare: 0, strangers: 0, withoutEmail: 1 })
  expect(rows[0].people).toBeGreaterThan(100)
  expect(rows[0].agents).toBeGreaterThan(10)
  expect(rows[0].of_agent).toBeGreaterThan(2)
})

test('a few dozen people of the demo are entered twice, as customers or as contacts, and can be found as duplicates', async () => {
  const token = await signIn('admin@demo.test')
  while ((await compareChanged(agency.db, 500)) > 0);
  const { data, totalRecords } = await callAs(agency.app, token, contactMerges.pairs, { pageSize: 100 })
  expect(totalRecords).toBeGreaterThan(15)
  expect(totalRecords).toBeLessThan(size / 15)
  expect(data.filter(({ one, other }) => one.customer !== other.customer).length).toBeGreaterThan(3)
  expect(
    data.filter(({ reason }) => reason.includes('same email') && !reason.includes('same name')).length,
  ).toBeGreaterThan(3)
  expect(data.filter(({ reason }) => !reason.includes('same phone')).length).toBeGreaterThan(0)
})

test('half of the coverage of the demo starts in January, and some in every month', async () => {
  const { rows } = await client.query<{ month: number; share: number }>(
    `select extract(month from effective_date)::int as month, (count(*) * 100 / sum(count(*)) over ())::float as share
     from policies group by 1 order by 1`,
  )
  expect(rows.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(rows[0]?.share).toBeGreaterThan(45)
  expect(rows[0]?.share).toBeLessThan(60)
  for (const { month, share } of rows) expect(share, String(month)).toBeGreaterThan(0.5)
})

test('a few percent of the policies of the demo have variances, of every class but few of other agencies’ policies', async () => {
  const { all, policies, strangers } =
    await one(`select count(*)::int as all, count(distinct policy_id)::int as policies,
    count(*) filter (where agent_id is null)::int as strangers from variances`)
  expect(all).toBeGreaterThan(size / 50)
  expect(policies).toBeLessThan(size / 15)
  expect(strangers).toBeLessThan(Number(all) / 5)
  const { rows } = await client.query<{ class: string }>('select distinct class from variances')
  expect(rows.length).toBeGreaterThanOrEqual(faultClasses.length - 1)
})

test('the demo has a dispute to send, one that waits for its carrier, and one that was denied, each with evidence', async () => {
  const { rows } = await client.query<Record<string, unknown>>(`
    select d.sent_on is not null as sent, d.outcome, d.items > 0 and d.items = count(i.id) as filled,
      d.stake = sum(i.stake) as summed, bool_and(i.evidence like '%Paid:%') as evident, array_agg(distinct v.status_id) as statuses
    from disputes d join dispute_items i on i.dispute_id = d.id join variances v on v.id = i.variance_id group by d.id order by d.id`)
  const whole = { filled: true, summed: true, evident: true }
  expect(rows).toEqual([
    { sent: true, outcome: 'denied', statuses: [4], ...whole },
    { sent: true, outcome: null, statuses: [3], ...whole },
    { sent: false, outcome: null, statuses: [3], ...whole },
  ])
  await none(
    `select id from disputes where sent_on < created_at::date or decided_on < sent_on or created_at > '${today}T23:59:59Z'`,
  )
})

test('nothing of the demo happens before its cause or in the future', async () => {
  const future = `${today}T23:59:59Z`
  await none(`select id from notes where created_at > '${future}'`)
  await none(`select id from leads where status_at > '${future}' or status_at < created_at`)
  await none(
    `select id from status_changes where kind <> 'variance' and created_at > '${future}' or ended_at < created_at`,
  )
  for (const [kind, note, table, id] of [
    ['customer', 1, 'customers', 'contact_id'],
    ['nonpaid', 2, 'unpaid_policies', 'id'],
    ['lost', 3, 'lost_policies', 'id'],
    ['application', 4, 'internal_applications', 'id'],
    ['lead', 6, 'leads', 'id'],
  ]) {
    await none(
      `select s.id from status_changes s join ${table} r on r.${id} = s.record_id and s.kind = '${kind}' where s.created_at < r.created_at`,
    )
    await none(
      `select n.id from notes n join ${table} r on r.${id} = n.record_id and n.kind = ${note} where n.created_at < r.created_at`,
    )
  }
  await none(`select m.id from contact_messages m join contacts c on c.id = m.contact_id where m.at < c.created_at`)
  await none(`select p.id from phone_calls p join contacts c on c.id = p.contact_id where p.called_at < c.created_at`)
  for (const [table, by, at] of [
    ['notes', 'created_by', 'created_at'],
    ['status_changes', 'created_by', 'created_at'],
    ['import_batches', 'loaded_by', 'loaded_at'],
    ['contact_messages', 'user_id', 'at'],
  ])
    await none(`select r.id from ${table} r join users u on u.id = r.${by} where r.${at} < u.created_at`)
})

test('notes and messages of the demo are in the language of the customer', async () => {
  const { english, spanish } = await one(`select count(*) filter (where c.language_speak_id = 1)::int as english,
    count(*) filter (where c.language_speak_id = 2)::int as spanish from notes n join customers c on c.contact_id = n.record_id and n.kind = 1`)
  expect(Number(english)).toBeGreaterThan(10)
  expect(Number(spanish)).toBeGreaterThan(5)
  const wrong = `body ~* '\\m(hola|buenas|buenos|gracias|prefiere|pag[oa]|tarjeta)\\M'`
  await none(
    `select n.id from notes n join customers c on c.contact_id = n.record_id and n.kind = 1 where c.language_speak_id = 1 and ${wrong}`,
  )
  await none(
    `select m.id from contact_messages m join customers c using (contact_id) where c.language_speak_id = 1 and ${wrong}`,
  )
  const said = await one(
    `select count(*)::int as n from contact_messages m join customers c using (contact_id) where ${wrong}`,
  )
  expect(Number(said.n)).toBeGreaterThan(2)
})

test('customers of the demo have calls and messages of their agents, and some have an unpaid month', async () => {
  const of = await one(`
    select (select count(distinct contact_id)::int from phone_calls) as called,
      (select count(distinct p.contact_id)::int from phone_calls p join contact_messages m on m.contact_id = p.contact_id) as both,
      (select count(distinct c.contact_id)::int from phone_calls c join contacts k on k.id = c.contact_id
         join policies p on p.sort_name = k.sort_name and p.dob = k.dob join unpaid_policies n on n.policy_id = p.id) as unpaid,
      (select count(*)::int from phone_calls p join contacts k on k.id = p.contact_id join agents a on a.id = k.agent_id
         join users u on u.contact_id = a.contact_id where u.id <> p.user_id) as wrong`)
  expect(of).toMatchObject({ wrong: 0 })
  expect(Number(of.called)).toBeGreaterThan(50)
  expect(Number(of.both)).toBeGreaterThan(10)
  expect(Number(of.unpaid)).toBeGreaterThan(5)
})

test('each commission of the demo is a line of an uploaded statement, whose lines and sum are those of the file', async () => {
  await none(
    `select id from commission_lines where last_batch_id is null or last_line is null or batch_id <> last_batch_id`,
  )
  await none(`select 1 from commission_lines group by last_batch_id, last_line having count(*) > 1`)
  await none(`select b.id from import_batches b where kind = 'commissions' and (b.loaded_at > '${today}T20:00:00Z'
    or (b.rows_new, b.amount) is distinct from (select (count(*)::int, sum(l.amount)) from commission_lines l where l.last_batch_id = b.id
      and l.carrier_id = b.carrier_id and l.month = b.month))`)
})

test('a handful of lines of the newest statements wait as exceptions, two were decided, and the others were found by their ids', async () => {
  const token = await signIn('admin@demo.test')
  const { data } = await callAs(agency.app, token, exceptions.list, { pageSize: 100 })
  expect(data.length).toBeGreaterThan(7)
  expect(data.length).toBeLessThan(13)
  expect(new Set(data.map(({ reason, month }) => `${reason} ${month}`))).toEqual(
    new Set(['notLoaded 2026-10-01', 'birthDateDiffers 2026-10-01']),
  )
  const suggested = await Promise.all(
    data.map(async ({ id }) => (await callAs(agency.app, token, exceptions.one, { id })).candidates.length > 0),
  )
  expect(suggested.filter(Boolean).length).toBeGreaterThan(5)
  expect(suggested).toContain(false)
  const decided = await callAs(agency.app, token, exceptions.list, { state: 'resolved' })
  expect(decided.data.map(({ ignored, policyId }) => [ignored !== null, policyId !== null]).sort()).toEqual([
    [false, true],
    [true, false],
  ])
  expect(
    await one(`select count(*) filter (where matched_by = 'member')::int as member, count(*) filter (where matched_by = 'name')::int as name
      from commission_lines`),
  ).toEqual({ member: 1, name: 1 })
})

test('schedules and terms of the demo came by files, which can be undone, and each carrier’s rows have their document', async () => {
  const token = await signIn('admin@demo.test')
  const { data } = await callAs(agency.app, token, termFiles.batches, { pageSize: 100 })
  expect(data.map(({ kind }) => kind).sort()).toEqual(['adjustments', 'contracts', 'overrides', 'schedules', 'uplines'])
  for (const { counts, mayUndo } of data) expect([counts.new > 0, mayUndo]).toEqual([true, true])
  await none(`select id from commission_schedules where first_month = '2026-01-01' and document_id is null`)
  const row = await one(`select id::int from commission_schedules where document_id is not null order by id limit 1`)
  const document = await agency.app.inject({
    url: `/api/CommissionSchedules/${row.id}/document`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const uplines = data.find(({ kind }) => kind === 'uplines')
  await callAs(agency.app, token, termFiles.undo, { batchId: uplines?.id ?? 0 })
  await none('select id from agent_uplines')
})

test('the newest import of the demo can be undone exactly, and then the one before is the newest', async () => {
  const token = await signIn('admin@demo.test')
  const before = await one('select count(*)::int as n from policies')
  const batch = await one(
    `select id::int, rows_new from import_batches where carrier_id = 1 and kind = 'policies' order by id desc limit 1`,
  )
  await callAs(agency.app, token, uploads.undo, { batchId: Number(batch.id) })
  expect(await one('select count(*)::int as n from policies')).toEqual({ n: Number(before.n) - Number(batch.rows_new) })
  await none(`select id from policies where last_batch_id = ${batch.id} or missing_batch_id = ${batch.id}`)
  await none(
    `select p.id from policies p join import_batches b on b.id = p.last_batch_id where b.loaded_at <> p.updated_at`,
  )
  await none(
    `select p.id from policies p left join agents a on a.npn = p.agent_npn where p.agent_id is distinct from a.id`,
  )
})

test('UPLOAD-11 a sample file with three bad rows is rejected with three reasons, and the good one is in the policy list', async () => {
  const token = await signIn('admin@demo.test')
  const load = async (variant: 'good' | 'bad', layout: 'ambetter' | 'molina', carrierId: number) => {
    const text = (await Array.fromAsync(sampleFile({ layout, rows: 60, variant, today }))).join('')
    const period = { carrierId, month: 12, year: 2026, part: 'some' as const }
    return await callAs(agency.app, token, uploads.process, period, { text, name: `${layout}-${variant}.csv` })
  }
  const refused = await load('bad', 'ambetter', 1).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'upload.rows_refused' })
  expect(refused).toHaveProperty(
    'details.problems',
    [
      [14, 'Member Date Of Birth'],
      [32, 'Monthly Premium Amount'],
      [56, 'Insured Last Name'],
    ].map(([line, column]) => expect.objectContaining({ line, column })),
  )
  expect(await load('good', 'ambetter', 1)).toMatchObject({
    state: 'loaded',
    counts: { rows: 60, new: 60, refused: 0 },
  })
  const found = await callAs(agency.app, token, policies.list, { policyNumber: 'U94412837' })
  expect(found.data.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(['Emily Allen'])
  expect(await load('good', 'molina', 5)).toMatchObject({
    state: 'loaded',
    counts: { rows: 60, new: 60 },
    ignoredColumns: ['Gender'],
  })
})

test('UPLOAD-15 a sample file of commissions pays on the demo’s own policies, and three bad rows reject the file', async () => {
  const token = await signIn('admin@demo.test')
  const load = async (variant: 'good' | 'bad') => {
    const text = (await Array.fromAsync(sampleFile({ layout: 'commissions', rows: 60, variant, today }))).join('')
    return await callAs(agency.app, token, commissionLoads.upload, {}, { text, name: `commissions-${variant}.csv` })
  }
  expect(await load('bad').catch((error: unknown) => error)).toMatchObject({ code: 'upload.rows_refused' })
  const run = await load('good')
  expect(run).toMatchObject({
    state: 'loaded',
    counts: { rows: 60, new: 60 },
    commissions: { unmatched: { policy: 0, agent: 0 } },
  })
  await callAs(agency.app, token, uploads.undo, { batchId: run.batchId ?? 0 })
})

test('the demo has leads of all kinds: unassigned, called, known as contacts, and some of the demo agent', async () => {
  const counts = await one(`
    select count(*)::int as "all", count(*) filter (where agent_id is null)::int as unassigned,
      count(*) filter (where status_id is not null)::int as called,
      count(*) filter (where agent_id = (select id from agents where login_email = 'agent@demo.test'))::int as mine,
      (select count(*)::int from notes where kind = 6) as noted
    from leads`)
  expect(counts.all).toBe(1_500)
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10)
})

test('the demo has unpaid and lost policies of many agents in every status, some assigned, with matching histories', async () => {
  for (const [table, kind, note] of [
    ['unpaid_policies', 'nonpaid', 2],
    ['lost_policies', 'lost', 3],
  ] as const) {
    const counts = await one(`
      select count(*)::int as "all", count(*) filter (where assigned_id is not null)::int as assigned,
        count(distinct agent_id)::int as agents, (select count(*)::int from notes where kind = ${note}) as noted,
        count(*) filter (where agent_id = (select id from agents where login_email = 'agent@demo.test'))::int as mine
      from ${table} where stands`)
    for (const [what, count] of Object.entries(counts)) expect(count, `${table} ${what}`).toBeGreaterThan(0)
    expect(await one(`select count(distinct status_id)::int as statuses from ${table} where stands`)).toEqual({
      statuses: 6,
    })
    await none(`select n.id from ${table} n
      left join status_changes s on s.kind = '${kind}' and s.record_id = n.id and s.ended_at is null
      where n.status_id <> coalesce(s.status_id, 1)`)
    const left = await one(`select count(*)::int as "all", count(distinct agent_id)::int as agents,
      count(*) filter (where status_id > 1)::int as worked from ${table} where not stands`)
    for (const [what, count] of Object.entries(left)) expect(count, `${table} ${what}, left`).toBeGreaterThan(1)
    // The stored policies are up to date, so the next import does not find them again.
    await none(`select n.id from ${table} n join policies p on p.id = n.policy_id
      where not n.stands and in_force(p, n.month) and is_behind(p, n.month, true)`)
  }
})

test('the demo has requests for time off in all statuses, past ones decided, and some of the demo agent', async () => {
  expect(
    await one(`select count(*)::int as "all", count(distinct status_id)::int as statuses,
      count(*) filter (where status_id = 1 and end_date < '${today}')::int as forgotten from pto_requests`),
  ).toEqual({ all: 90, statuses: 4, forgotten: 0 })
  await none(`select r.id from pto_requests r
    left join status_changes s on s.kind = 'pto' and s.record_id = r.id and s.ended_at is null
    where s.status_id is distinct from r.status_id or s.created_at > '${today}T20:00:00Z'`)
  const { data, totalRecords } = await callAs(agency.app, await signIn('agent@demo.test'), pto.list, {})
  expect(totalRecords).toBeGreaterThan(5)
  expect(new Set(data.map(({ agentId }) => agentId)).size).toBe(1)
})

test('P-14 a second seed changes nothing, because the database has a demo already', async () => {
  const counts = () => one('select (select count(*) from policies) as policies, (select count(*) from users) as users')
  const before = await counts()
  await seedDemo(agency.ownerUrl, { size, ...quiet })
  expect(await counts()).toEqual(before)
})

test('a database with its own policies gets no demo and no demo account', async () => {
  const own = await startTestApp()
  await own.carrier('Our Carrier')
  await seedDemo(own.ownerUrl, { size, ...quiet })
  expect(await own.db.selectFrom('users').selectAll().execute()).toEqual([])
  expect((await own.db.selectFrom('carriers').selectAll().execute()).length).toBe(1)
  await own.close()
})

test('OFFLINE-23 the demo has offline applications, some of its agent, whose numbers can be decrypted; a second start adds none', async () => {
  const { sealer } = agency.services
  const now = new Date(`${today}T20:00:00Z`)
  await seedOfflineDemo(agency.ownerUrl, { sealer, now })
  await seedOfflineDemo(agency.ownerUrl, { sealer, now })
  expect(await one('select count(*)::int as count from offline_applications')).toEqual({ count: 40 })
  const token = await signIn('agent@demo.test')
  const { data, totalRecords } = await callAs(agency.app, token, offline.list, {})
  expect(totalRecords).toBeGreaterThan(3)
  const [first] = data
  const shown = await callAs(agency.app, token, offline.one, { id: first?.applicationId ?? 0 })
  expect(shown.ssnLast4).toMatch(/^\d{4}$/)
  const row = await one(`select ssn_sealed from offline_applications where id = ${first?.applicationId}`)
  const place = { table: 'offline_applications', row: String(first?.applicationId), column: 'ssn_sealed' }
  if (!Buffer.isBuffer(row.ssn_sealed)) throw new Error('Nothing sealed')
  expect(sealer.open(place, row.ssn_sealed)).toBe(
    `900${sealer.open(place, row.ssn_sealed).slice(3, 5)}${shown.ssnLast4}`,
  )
})
