import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import {
  type FileWorld,
  makeFileWorld,
  planFile,
  rateFile,
  ratingAreaFile,
  serviceAreaFile,
} from '@coverdesk/server/src/testing/plan-files.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { median, megabytes, milliseconds, type Part, quantile, ratioFigure, timed, times } from '../run/figures.ts'
import { memoryDuring } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const year = 2027
const areas = 60
const runs = 3
const quotes = 300

/** The rates of a year of HealthCare.gov, loaded beside a raw COPY of the same file, and quotes from them. */
export async function measurePuf(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const world = await largeWorld(server.owner)
  const rows = world.plans.length * areas * 51
  const file = await rateFileOnDisk(world, rows)
  const limit: number[] = []
  const ours: number[] = []
  const peaks: number[] = []
  for (let run = 0; run < runs; run++) {
    limit.push(await timed(() => copyRaw(server.owner, file)))
    await server.owner.query('truncate plan_loads cascade; checkpoint')
    const { peak } = await memoryDuring(server.pid, async () => {
      ours.push(await timed(() => upload(server.url, token, createReadStream(file), 'Rate_PUF.csv')))
    })
    peaks.push(peak - server.idleMemory)
  }
  await server.owner.query('drop table limit_rates')
  for (const [name, lines] of Object.entries({
    'plans.csv': planFile(world),
    'areas.csv': ratingAreaFile(world),
    'service.csv': serviceAreas(world),
  }))
    await upload(server.url, token, Readable.from([...lines].join('')), name)
  const atOnce = await timesOfQuotes(server)
  // As autovacuum does within a minute of a load.
  await server.owner.query('vacuum analyze plan_rates, plan_variants')
  const spent = await timesOfQuotes(server)
  const { offered } = plans.quote.output.parse(JSON.parse(await quote(server.url)))
  const p99 = quantile(spent, 0.99)
  const memory = median(peaks)
  const maxMemory = 150 * 2 ** 20
  return {
    figures: [
      ratioFigure(`load of ${rows.toLocaleString('en-US')} rates over HTTP`, median(ours), median(limit), 2),
      {
        path: 'server memory during it, above idle',
        ours: megabytes(memory),
        limit: 'idle',
        ratio: times(memory / maxMemory),
        aim: '≤ +150 MB',
        holds: memory <= maxMemory,
      },
      {
        path: `quote of a family of five over ${offered} plans: p99`,
        ours: milliseconds(p99),
        limit: '–',
        ratio: times(p99 / 100),
        aim: '≤ 100 ms',
        holds: p99 <= 100,
      },
    ],
    remarks: [
      'Limit: COPY of the same file through Node into a table of text without indexes, with commit; no checks.',
      `Median of a quote: ${milliseconds(median(spent))}, with the credit and one page of ten plans. In the seconds right after the load, before autovacuum has passed: p99 ${milliseconds(quantile(atOnce, 0.99))}.`,
    ],
  }
}

/** Milliseconds of each quote, in sequence. */
async function timesOfQuotes({ owner, url }: ServerUnderTest): Promise<number[]> {
  // The limit of a visitor counts the quotes of the last quarter hour.
  await owner.query('truncate public_calls')
  const spent: number[] = []
  for (let asked = 0; asked < quotes; asked++) spent.push(await timed(() => quote(url)))
  return spent
}

/** 720 plans in 60 counties of Florida; ten of the 48 insurers sell in all of them. */
async function largeWorld(owner: pg.Pool): Promise<FileWorld> {
  const { rows } = await owner.query<{ fips: string }>(
    `select fips from counties where fips like '12%' order by (fips = '12086') desc, fips limit ${areas}`,
  )
  return makeFileWorld({ seed: 3, year, counties: rows.map(({ fips }) => [fips]), issuers: 48, plansPerIssuer: 15 })
}

function* serviceAreas(world: FileWorld): Generator<string> {
  const [head = ''] = serviceAreaFile(world)
  yield head
  for (const [at, { id }] of world.issuers.entries()) {
    const scope = at < 10 ? 'Yes,,,' : `No,${world.counties.at(-1)?.[0]},No,`
    yield `${year},FL,${id},HIOS,,FLS001,Area 1,${scope},,Individual,No\n`
  }
}

async function rateFileOnDisk(world: FileWorld, rows: number): Promise<string> {
  const file = join(tmpdir(), `coverdesk-bench-rates-${rows}.csv`)
  if (existsSync(file)) return file
  await pipeline(Readable.from(rateFile(world)), createWriteStream(`${file}.part`))
  renameSync(`${file}.part`, file)
  return file
}

async function copyRaw(owner: pg.Pool, file: string): Promise<void> {
  const client = await owner.connect()
  try {
    const columns = Array.from({ length: 20 }, (_, at) => `c${at} text`).join(', ')
    await client.query(`drop table if exists limit_rates; create table limit_rates (${columns})`)
    await pipeline(
      createReadStream(file),
      client.query(copyFrom('copy limit_rates from stdin with (format csv, header)')),
    )
  } finally {
    client.release()
  }
}

async function upload(url: string, token: string, file: Readable, name: string): Promise<void> {
  const call = request(`${url}${planData.upload.path}?year=${year}&source=FFM&fileName=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  })
  file.pipe(call)
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  if (answer.statusCode !== 200) throw new Error(`The load answered ${answer.statusCode}: ${text.slice(0, 500)}`)
}

const family = [
  { age: 44, relation: 'self', covered: true },
  { age: 41, relation: 'spouse', covered: true },
  ...[17, 12, 6].map((age) => ({ age, relation: 'child', covered: true })),
]

/** Asks for a quote and returns the answer's text. */
async function quote(url: string): Promise<string> {
  const answer = await fetch(`${url}${plans.quote.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ zipCode: '33165', year, income: '120000', people: family }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The quote answered ${answer.status}: ${text}`)
  return text
}
