import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { monthOfDay, showMonth } from '@coverdesk/domain/expected/month-count.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import autocannon from 'autocannon'
import { type Figure, median, megabytes, milliseconds, type Part, ratioFigure, seconds, timed } from '../run/figures.ts'
import { cpuOf, memoryDuring } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { callServer } from './call-server.ts'
import { closeMoneyLimit, loadStatementByLimit, openMoneyLimit } from './money-limit.ts'

const agents = 500
const name = 'Money Bench'
/** Seconds that a pay run of a million lines may take. */
const maxRunSeconds = 30
const maxListMs = 100
const connections = 16

/** Statements of `size` lines against as many policies, a pay run of 500 agents over one of them, and the lists of both. */
export async function measureMoney(server: ServerUnderTest, size: number): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk-money-'))
  try {
    const first = await firstMonth(server)
    const carrierId = await enter(server, token, first)
    await loadBook(server, token, { carrierId, size, file: join(folder, 'book.csv'), first })
    const loads = await loadStatements(server, token, { carrierId, size, folder, first })
    const run = await measureRun(server, token, { size, month: first + 1 })
    const lists = await measureLists(server, token, run.id)
    return {
      figures: [...loads.figures, run.figure, lists.figure],
      remarks: [
        `${size.toLocaleString('en-US')} policies of one carrier, ${agents} agents. A statement has a line for each policy; one in a hundred pays another amount, one in a thousand has no policy. Ours: upload over HTTP, checks, matching, sums, and the comparison of each policy month with its variances.`,
        'Limit: COPY of the same file through Node into an unlogged table, and one join with policies and agents into a table with the columns and indexes of the lines; no ledger, variances, sums, history or audit.',
        ...loads.remarks,
        ...lists.remarks,
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Month of the small statement: the last one that the demo has paid, so that the next one can be run. */
async function firstMonth(server: ServerUnderTest): Promise<number> {
  const { rows } = await server.owner.query<{ month: string }>(
    `select coalesce(max(month), '2026-01-01')::text as month from pay_runs where closed_at is not null`,
  )
  return monthOfDay(rows[0]?.month ?? '')
}

/** Agents with contracts, and a carrier with its schedule. */
async function enter(server: ServerUnderTest, token: string, first: number): Promise<number> {
  await server.owner.query(
    `with people as (
      insert into contacts (first_name, last_name) select 'Agent', 'Number ' || n from generate_series(1, $1::int) n returning id, last_name
    ),
    hired as (
      insert into agents (contact_id, name, login_email, npn)
      select id, 'Agent ' || last_name, 'bench-' || id || '@example.com', (60000000 + right(last_name, -7)::int)::text from people returning id
    )
    insert into agent_contracts (agent_id, start_date, basis, percent) select id, '2020-01-01', 'percent', 70 from hired`,
    [agents],
  )
  const terms = { arrears: 0, newPeriod: 'year', tolerance: '0.00', disputeDays: 90 }
  const json = { name, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', ...terms }
  const { id } = carriers.create.output.parse(await callServer(server, token, { path: carriers.create.path, json }))
  const row = { carrierId: id, firstMonth: showMonth(first), lastMonth: showMonth(first + 12), amount: '20.00', cap: 5 }
  await callServer(server, token, { path: schedules.create.path, json: row })
  return id
}

const numberOf = (at: number) => `MB${String(at).padStart(8, '0')}`
const npnOf = (at: number) => String(60_000_001 + (at % agents))
const membersOf = (at: number) => 1 + (at % 4)

async function loadBook(
  server: ServerUnderTest,
  token: string,
  { carrierId, size, file, first }: { carrierId: number; size: number; file: string; first: number },
): Promise<void> {
  await writeLines(file, size, {
    headings:
      'PolicyNumber,FirstName,LastName,DOB,AgentNPN,EffectiveDate,PaidThroughDate,Status,NumberOfMembers,PlanName,State',
    line: (at) =>
      `${numberOf(at)},Ada,Voss${at},01/02/1980,${npnOf(at)},01/01/2025,12/31/2028,Active,${membersOf(at)},Silver 4,FL`,
  })
  const path = `${uploads.process.path}?carrierId=${carrierId}&${period(first)}&fileName=book.csv`
  const csv = readFileSync(file, 'utf8')
  const run = uploads.process.output.parse(await callServer(server, token, { path, csv }))
  if (run.state !== 'loaded') throw new Error(`Book: ${run.message}`)
  for (const table of ['policies', 'agents']) await server.owner.query(`vacuum analyze ${table}`)
}

async function writeLines(
  file: string,
  count: number,
  { headings, line }: { headings: string; line: (at: number) => string },
): Promise<void> {
  const text = function* () {
    yield `${headings}\n`
    for (let at = 0; at < count; at++) yield `${line(at)}\n`
  }
  await pipeline(Readable.from(text()), createWriteStream(file))
}

/** 'month=11&year=2026'. */
const period = (month: number) => `month=${(month % 12) + 1}&year=${Math.floor(month / 12)}`

const statementLine = (month: number) => (at: number) => {
  const cents = membersOf(at) * 20 + (at % 100 === 7 ? 3 : 0)
  const number = at % 1000 === 500 ? `X${numberOf(at)}` : numberOf(at)
  return `${name},${npnOf(at)},${number},Ada Voss${at},${(month % 12) + 1},${Math.floor(month / 12)},${membersOf(at)},${cents}.00`
}

interface MeasuredLoad {
  ms: number
  /** Bytes above idle. */
  peak: number
  stages: string
  /** Tells a slower load from a busy machine. */
  cpu: string
}

async function loadStatements(
  server: ServerUnderTest,
  token: string,
  { carrierId, size, folder, first }: { carrierId: number; size: number; folder: string; first: number },
) {
  const load = async (month: number, lines: number): Promise<MeasuredLoad> => {
    const file = join(folder, `statement-${month}.csv`)
    await writeLines(file, lines, {
      headings: 'Carrier,AgentNPN,PolicyNumber,InsuredName,Month,Year,Members,Amount',
      line: statementLine(month),
    })
    const csv = readFileSync(file, 'utf8')
    const path = `${commissionLoads.upload.path}?fileName=statement-${month}.csv`
    let stages = ''
    const before = cpuOf(server.pid)
    const { result, peak } = await memoryDuring(server.pid, () =>
      timed(async () => {
        const run = commissionLoads.upload.output.parse(await callServer(server, token, { path, csv }))
        if (run.state !== 'loaded' || run.counts?.new !== lines)
          throw new Error(`Statement: ${run.state}, ${run.message}`)
        stages = Object.entries(run.stageSeconds)
          .map(([stage, spent]) => `${stage} ${spent}`)
          .join(', ')
      }),
    )
    console.log(`  Statement ${showMonth(month)}: ${seconds(result)}`)
    const after = cpuOf(server.pid)
    const cpu = `server ${seconds((after.app - before.app) * 1000)}, PostgreSQL ${seconds((after.database - before.database) * 1000)}`
    return { ms: result, peak: peak - server.idleMemory, stages, cpu }
  }
  const small = await load(first, Math.ceil(size / 10))
  await openMoneyLimit(server.owner)
  const ours: MeasuredLoad[] = []
  const limit: number[] = []
  for (const month of [first + 1, first + 2, first + 3]) {
    ours.push(await load(month, size))
    limit.push(await timed(() => loadStatementByLimit(server.owner, join(folder, `statement-${month}.csv`), carrierId)))
  }
  await closeMoneyLimit(server.owner)
  const peak = median(ours.map((one) => one.peak))
  const memory: Figure = {
    path: `server memory during a statement, above idle: ${Math.ceil(size / 10).toLocaleString('en-US')} and ${size.toLocaleString('en-US')} lines`,
    ours: `${megabytes(small.peak)} and ${megabytes(peak)}`,
    limit: 'idle',
    ratio: '–',
    aim: 'flat: ≤ +50 MB',
    holds: peak <= small.peak + 50 * 2 ** 20,
  }
  const lines = `statement of ${size.toLocaleString('en-US')} lines loaded, matched and compared with ${size.toLocaleString('en-US')} policies`
  return {
    figures: [ratioFigure(lines, median(ours.map(({ ms }) => ms)), median(limit), 2.5), memory],
    remarks: [
      `Seconds by stage of the last statement: ${ours.at(-1)?.stages}.`,
      `CPU of each statement: ${ours.map(({ cpu }) => cpu).join('; ')}. PostgreSQL’s includes the comparison of the three sources, which follows a load.`,
    ],
  }
}

/** The run of the first whole statement, and of the small one before it. */
async function measureRun(
  server: ServerUnderTest,
  token: string,
  { size, month }: { size: number; month: number },
): Promise<{ id: number; figure: Figure }> {
  let id = 0
  const ms = await timed(async () => {
    const json = { month: showMonth(month) }
    const run = payRuns.start.output.parse(await callServer(server, token, { path: payRuns.start.path, json }))
    id = run.id
  })
  const aim = (maxRunSeconds * 1000 * size) / 1_000_000
  const figure = {
    path: `pay run of ${agents} agents over ${size.toLocaleString('en-US')} lines`,
    ours: seconds(ms),
    limit: '–',
    ratio: (ms / aim).toFixed(2),
    aim: `≤ ${maxRunSeconds} s a million`,
    holds: ms <= aim,
  }
  return { id, figure }
}

/** First pages of the lists under 16 connections. */
async function measureLists(
  server: ServerUnderTest,
  token: string,
  runId: number,
): Promise<{ figure: Figure; remarks: string[] }> {
  const { rows } = await server.owner.query<{ id: string }>(`select min(id) as id from agents where npn like '6%'`)
  const measured: { path: string; p99: number }[] = []
  for (const path of [
    '/api/Variances?pageSize=50',
    '/api/Variances?pageSize=50&class=missing&sort=stake&order=desc',
    '/api/Variances?pageSize=50&owed=yes&monthFrom=02%2F2026',
    '/api/Exceptions?pageSize=50',
    '/api/CommissionSchedules?pageSize=50',
    `/api/PayRuns/${runId}/agents?pageSize=50`,
    `/api/PayRuns/${runId}/agents/${rows[0]?.id}/lines?pageSize=50`,
  ]) {
    const headers = { authorization: `Bearer ${token}` }
    const fired = { url: server.url, connections, requests: [{ path, headers }] }
    await autocannon({ ...fired, duration: 1 })
    const { latency, non2xx } = await autocannon({ ...fired, duration: 4 })
    if (non2xx > 0) throw new Error(`${path}: ${non2xx} answers were not 2xx`)
    measured.push({ path, p99: latency.p99 })
  }
  const slowest = measured.toSorted((one, other) => other.p99 - one.p99)[0] ?? { path: '', p99: 0 }
  return {
    figure: {
      path: `lists of money, first page, ${connections} connections; slowest: ${slowest.path}`,
      ours: `p99 ${milliseconds(slowest.p99)}`,
      limit: '–',
      ratio: (slowest.p99 / maxListMs).toFixed(2),
      aim: `≤ ${maxListMs} ms`,
      holds: slowest.p99 <= maxListMs,
    },
    remarks: [`p99 of each list: ${measured.map(({ path, p99 }) => `${path} ${milliseconds(p99)}`).join(', ')}.`],
  }
}
