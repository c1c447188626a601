import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { writeSampleFile } from '@coverdesk/server/src/demo/sample-files.ts'
import {
  type Figure,
  median,
  megabytes,
  milliseconds,
  type Part,
  quantile,
  ratioFigure,
  timed,
  times,
} from '../run/figures.ts'
import { memoryDuring } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { closeLimit, loadByLimit, openLimit } from './upload-limit.ts'

const runs = 3

/** Uploads into empty tables, small and large, and the small file again, unchanged, after the large one. */
export async function measureUpload(server: ServerUnderTest, size: number): Promise<Part> {
  const bench = await openBench(server)
  const small = Math.min(100_000, size)
  const smallFile = await carrierFile(small, bench.folder)
  await bench.emptyBook()
  await bench.upload(smallFile, bench.carriers[0], 1)
  const few = await newRows(bench, smallFile, small)
  const many = await newRows(bench, await carrierFile(size, bench.folder), size)
  const again = await unchangedRows(bench, smallFile, small)
  await closeLimit(server.owner)
  return {
    figures: [
      ...many.figures,
      ...few.figures,
      again,
      memoryFigure(few.memory - server.idleMemory, many.memory - server.idleMemory),
    ],
    remarks: [
      `New rows go into an empty table with all its indexes, on both sides. The unchanged ${small.toLocaleString('en-US')} rows belong to a second carrier, in a table that holds the ${size.toLocaleString('en-US')} of the first.`,
      'Limit: COPY of the same file through Node into an unlogged table of text, one pass of checks in SQL, insert with key look-ups into a table with the same columns and indexes, commit with fsync; no history, batch, audit, totals, progress or triggers, no files of odd encodings or dates.',
      ...many.remarks,
    ],
  }
}

type Bench = Awaited<ReturnType<typeof openBench>>

async function openBench(server: ServerUnderTest) {
  const token = await server.token('admin@demo.test')
  await openLimit(server.owner)
  // Truncating policies cascades to enrollments, whose trigger always rejects it.
  await server.owner.query(
    'alter table enrollments disable trigger user; alter table enrollment_groups disable trigger user',
  )
  const { rows } = await server.owner.query<{ id: number }>('select id::int from carriers order by id limit 2')
  const [first, second] = rows.map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('The demo has no two carriers')
  return {
    server,
    folder: tmpdir(),
    carriers: [first, second] as const,
    emptyBook: async () => {
      await server.owner.query(
        'truncate policies, import_batches, import_runs, policy_month_totals, limit_policies cascade; checkpoint',
      )
    },
    upload: (file: string, carrierId: number, month: number) =>
      send(`${server.url}${uploads.process.path}?carrierId=${carrierId}&month=${month}&year=2026`, token, file),
  }
}

async function newRows(bench: Bench, file: string, rows: number) {
  const [carrier] = bench.carriers
  const ours: number[] = []
  const limit: number[] = []
  const memory: number[] = []
  const lags: number[] = []
  let stages = ''
  for (let run = 0; run < runs; run++) {
    await bench.emptyBook()
    limit.push(await timed(() => loadByLimit(bench.server.owner, file, carrier)))
    await bench.emptyBook()
    const measured = await memoryDuring(bench.server.pid, () =>
      lagDuring(bench.server, async () => {
        ours.push(
          await timed(async () => {
            stages = await bench.upload(file, carrier, 1)
          }),
        )
      }),
    )
    memory.push(measured.peak)
    lags.push(measured.result)
  }
  const name = `upload of ${rows.toLocaleString('en-US')} new rows over HTTP`
  const lag = median(lags)
  const lagFigure: Figure = {
    path: `event loop during it: p99 of /health/live`,
    ours: milliseconds(lag),
    limit: '–',
    ratio: times(lag / 200),
    aim: '≤ 200 ms',
    holds: lag <= 200,
  }
  return {
    figures: [ratioFigure(name, median(ours), median(limit), 1.5), lagFigure],
    memory: median(memory),
    remarks: [`Seconds by stage of the last large upload: ${stages}.`],
  }
}

async function unchangedRows(bench: Bench, file: string, rows: number): Promise<Figure> {
  const [, carrier] = bench.carriers
  await bench.upload(file, carrier, 1)
  await fillLimit(bench)
  for (const table of ['policies', 'limit_policies']) await bench.server.owner.query(`vacuum analyze ${table}`)
  const ours: number[] = []
  const limit: number[] = []
  for (let run = 0; run < runs; run++) {
    limit.push(await timed(() => loadByLimit(bench.server.owner, file, carrier)))
    ours.push(await timed(() => bench.upload(file, carrier, 2 + run)))
  }
  const name = `the same ${rows.toLocaleString('en-US')} again, unchanged`
  return ratioFigure(name, median(ours), median(limit), 2)
}

/** Copies the rows of the policies into the reference table. */
async function fillLimit({ server }: Bench): Promise<void> {
  const { rows } = await server.owner.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = 'policies'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const names = rows[0]?.names
  await server.owner.query(
    `truncate limit_policies; insert into limit_policies (${names}) overriding system value select ${names} from policies`,
  )
}

function memoryFigure(small: number, large: number): Figure {
  const aim = 250 * 2 ** 20
  const peak = Math.max(small, large)
  return {
    path: 'server memory during an upload, above idle: small and large',
    ours: `${megabytes(small)} and ${megabytes(large)}`,
    limit: 'idle',
    ratio: times(peak / aim),
    aim: '≤ +250 MB, flat',
    holds: peak <= aim && large <= small + 50 * 2 ** 20,
  }
}

/** A carrier's file of `rows` new policies, created once and cached on disk. */
async function carrierFile(rows: number, folder: string): Promise<string> {
  const file = join(folder, `coverdesk-bench-${rows}.csv`)
  if (!existsSync(file))
    await writeSampleFile(file, { layout: 'plain', rows, variant: 'good', today: todayIn(new Date()) })
  return file
}

/** Sends the file as a raw body and returns the seconds of each stage; throws when the upload fails. */
async function send(url: string, token: string, file: string): Promise<string> {
  const { size } = statSync(file)
  const call = request(`${url}&fileName=bench.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': size },
  })
  createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(call)
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  if (answer.statusCode !== 200) throw new Error(`Upload answered ${answer.statusCode}: ${text.slice(0, 500)}`)
  const { stageSeconds } = uploads.process.output.parse(JSON.parse(text))
  return Object.entries(stageSeconds)
    .map(([stage, spent]) => `${stage} ${spent}`)
    .join(', ')
}

/** p99 in milliseconds of fifty health checks a second during `work`. */
async function lagDuring({ url }: ServerUnderTest, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const lags: number[] = []
  let working = true
  const probing = (async () => {
    while (working) {
      lags.push(
        await timed(async () => {
          const [answer] = await once(get(`${url}/health/live`, { agent }), 'response')
          answer.resume()
          await once(answer, 'end')
        }),
      )
      await wait(20)
    }
  })()
  await work()
  working = false
  await probing
  agent.destroy()
  return quantile(lags, 0.99)
}
