import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { policyExport } from '@coverdesk/server/src/policies/policy-list.ts'
import { download } from '../run/download.ts'
import { type Figure, interleaved, median, megabytes, type Part, ratioFigure, timed, times } from '../run/figures.ts'
import { cpuDuring, memoryDuring } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { copyOut, exportSelect } from './copy-out.ts'

/** csv of all policies, xlsx of about 100,000 rows, pdf of about 10,000, each compared with a minimal implementation. */
export async function measureExports(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const fetched = (accept: string, query = '') => download(`${server.url}${policies.list.path}?${query}`, token, accept)
  const sheet = await policiesNear(server, 100_000)
  const paper = await policiesNear(server, 10_000)
  return {
    figures: [await csv(server, fetched), ...(await xlsx(server, fetched, sheet)), await pdf(server, fetched, paper)],
    remarks: [
      'csv: COPY of the same columns in the same order through Node. Both go to nowhere.',
      `xlsx: ${sheet.hits} rows × ${policyExport.columns.length} columns; the limit is hand-written sheet XML with zlib level 1 in a process of its own; CPU of both includes PostgreSQL.`,
      `pdf: ${paper.hits} rows × ${pdfColumns.length} columns; the limit draws every cell with a built-in font and measures nothing; its process start (about 0.2 s) counts against it.`,
    ],
  }
}

const pdfColumns = policyExport.columns.filter(({ sheetOnly }) => !sheetOnly)

type Fetched = (accept: string, query?: string) => Promise<number>

async function csv(server: ServerUnderTest, fetched: Fetched): Promise<Figure> {
  const { ours, limit } = await interleaved(
    3,
    () => timed(() => fetched(mediaTypes.csv)),
    () => timed(() => copyOut(urlOf(server), exportSelect('true'), () => undefined)),
  )
  return ratioFigure('csv export of all policies', ours, limit, 1.5)
}

async function xlsx(server: ServerUnderTest, fetched: Fetched, part: PolicyPart): Promise<Figure[]> {
  const cpu = { ours: [] as number[], limit: [] as number[] }
  const memory: number[] = []
  for (let run = 0; run < 3; run++) {
    let own = 0
    const limit = await cpuDuring([server.pid], async () => {
      own = await bareProcess('bare-sheet.ts', urlOf(server), exportSelect(part.where))
    })
    cpu.limit.push(own * 1000 + limit.cpuMs)
    const measured = await memoryDuring(server.pid, () =>
      cpuDuring([server.pid], () => fetched(mediaTypes.xlsx, part.query)),
    )
    cpu.ours.push(measured.result.cpuMs)
    memory.push(measured.peak - server.idleMemory)
  }
  const peak = median(memory)
  const figure = ratioFigure(`xlsx export of ${part.hits} rows, CPU`, median(cpu.ours), median(cpu.limit), 1.5)
  const aim = 150 * 2 ** 20
  return [
    figure,
    {
      path: `xlsx export of ${part.hits} rows, memory of the server above idle`,
      ours: megabytes(peak),
      limit: '–',
      ratio: times(peak / aim),
      aim: '≤ 150 MB',
      holds: peak <= aim,
    },
  ]
}

async function pdf(server: ServerUnderTest, fetched: Fetched, part: PolicyPart): Promise<Figure> {
  const select = exportSelect(part.where, pdfColumns)
  const { ours, limit } = await interleaved(
    3,
    () => timed(() => fetched(mediaTypes.pdf, part.query)),
    () => timed(() => bareProcess('bare-pdf.ts', urlOf(server), select)),
  )
  return ratioFigure(`pdf export of ${part.hits} rows`, ours, limit, 1.2)
}

interface PolicyPart {
  query: string
  where: string
  hits: string
}

/** The carrier, or carrier and state, whose number of policies is closest to `rows`. */
async function policiesNear({ owner }: ServerUnderTest, rows: number): Promise<PolicyPart> {
  const found = await owner.query<{ carrier: number; state: string | null; hits: string }>(
    `select carrier_id::int as carrier, state, to_char(count(*), 'FM999,999,999') as hits from policies
     group by grouping sets ((carrier_id), (carrier_id, state)) order by abs(count(*) - $1) limit 1`,
    [rows],
  )
  const { carrier, state, hits } = found.rows[0] ?? { carrier: 0, state: null, hits: '0' }
  return {
    query: `carrier=${carrier}${state ? `&state=${state}` : ''}`,
    where: `p.carrier_id = ${carrier}${state ? ` and p.state = '${state}'` : ''}`,
    hits,
  }
}

/** Runs a reference implementation in a process of its own and returns the number that it sends, or 0. */
async function bareProcess(file: string, ...args: string[]): Promise<number> {
  const child = fork(join(import.meta.dirname, file), args)
  let sent = 0
  child.on('message', (message) => {
    sent = Number(message)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return sent
}

const urlOf = ({ owner }: ServerUnderTest) => owner.options.connectionString ?? ''
