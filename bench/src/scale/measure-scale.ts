import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { reports } from '@coverdesk/domain/reports/report-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import { listRequests } from '../mechanisms/list-requests.ts'
import { type CallCost, costOfCalls } from '../run/cost-of-calls.ts'
import { type Figure, megabytes, milliseconds, type Part, seconds, timed } from '../run/figures.ts'
import { sharedMemoryOf } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const calls = 400
/** Until the caches of the start have been given back. */
const idleMs = 60_000
const maxIdleBytes = 300 * 2 ** 20

/** What an installation of this size costs: memory, disk, CPU of each kind of call, backup and restore. */
export async function measureScale(server: ServerUnderTest, size: number): Promise<Part> {
  await wait(idleMs)
  const figures = [
    memoryFigure(sharedMemoryOf(server.pid)),
    figure('disk: database', megabytes(await databaseBytes(server))),
  ]
  for (const [name, cost] of await callCosts(server)) figures.push(callFigure(name, cost))
  figures.push(...(await backupFigures(server)))
  return {
    figures,
    remarks: [
      `${size.toLocaleString('en-US')} policies. Each kind of call ${calls} times in sequence; CPU of server and PostgreSQL per call, then p50 and p99 of the time.`,
      `Load of the machine while it was measured: ${loadavg()[0]?.toFixed(1)}. Times grow with it, CPU far less.`,
    ],
  }
}

async function callCosts(server: ServerUnderTest): Promise<[string, CallCost][]> {
  const headers = { authorization: `Bearer ${await server.token('admin@demo.test')}` }
  const get = (path: string) => fetch(server.url + path, { headers })
  const kinds = Object.values(await listRequests(server.owner))
  const { rows } = await server.owner.query<{ id: number; name: string }>(
    `select id::int as id, last_name as name from policies order by hashint8(id) limit ${calls * 3}`,
  )
  const policy = (n: number) => rows[n % rows.length] ?? { id: 1, name: '' }
  const listPage = (n: number) => get((kinds[n % kinds.length] ?? (() => ''))(Math.floor(n / kinds.length)))
  const paths: [string, (n: number) => Promise<Response>][] = [
    ['page of policies, ten kinds of filters', listPage],
    ['one policy', (n) => get(policies.detail.path.replace('{id}', String(policy(n).id)))],
    ['search', (n) => get(`${search.everywhere.path}?q=${encodeURIComponent(policy(n).name.slice(0, 4))}`)],
    ['list of reports with their choices', () => get(reports.list.path)],
  ]
  const costs: [string, CallCost][] = []
  for (const [name, call] of paths) costs.push([name, await costOfCalls(server, calls, call)])
  return costs
}

async function backupFigures(server: ServerUnderTest): Promise<Figure[]> {
  const folder = `${server.dataDir}-scale`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const env = { DATA_DIR: server.dataDir, BACKUP_DIR: join(folder, 'backups') }
  const backup = await timed(() => command('backup', env))
  const file = readdirSync(env.BACKUP_DIR).find((name) => name.endsWith('.backup')) ?? ''
  const base = await timed(() => command('base-backup', env))
  const fresh = join(folder, 'restored')
  mkdirSync(fresh, { mode: 0o755 })
  await cp(join(server.dataDir, 'secrets.json'), join(fresh, 'secrets.json'))
  const restore = await timed(() =>
    command('restore', { DATA_DIR: fresh, BACKUP_DIR: env.BACKUP_DIR }, join(env.BACKUP_DIR, file)),
  )
  const moment = join(folder, 'moment')
  mkdirSync(moment, { mode: 0o755 })
  await cp(join(server.dataDir, 'secrets.json'), join(moment, 'secrets.json'))
  const toMoment = await timed(() =>
    command('restore', { DATA_DIR: moment, BACKUP_DIR: env.BACKUP_DIR }, '--to', 'latest'),
  )
  const figures = [
    figure('backup', `${seconds(backup)}, ${megabytes(statSync(join(env.BACKUP_DIR, file)).size)}`),
    figure('restore of the backup, with all proofs', seconds(restore)),
    figure('base backup', `${seconds(base)}, ${megabytes(bytesOfBase(join(env.BACKUP_DIR, 'continuous')))}`),
    figure('restore to the last moment', seconds(toMoment)),
  ]
  rmSync(folder, { recursive: true, force: true })
  return figures
}

function bytesOfBase(archives: string): number {
  const files = readdirSync(archives, { recursive: true, withFileTypes: true })
  return files
    .filter(({ name }) => name.startsWith('base-'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

function command(name: string, env: Record<string, string>, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(projectRoot, `server/src/commands/${name}-command.ts`), ...args],
      { env: { ...process.env, DATABASE_URL: '', ...env }, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => (error ? reject(new Error(`${name}: ${stdout}${stderr}`)) : resolve()),
    )
  })
}

async function databaseBytes(server: ServerUnderTest): Promise<number> {
  const { rows } = await server.owner.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

function memoryFigure({ app, database }: { app: number; database: number }): Figure {
  return {
    path: 'memory, idle: server and PostgreSQL',
    ours: `${megabytes(app)} and ${megabytes(database)}`,
    limit: '–',
    ratio: ((app + database) / maxIdleBytes).toFixed(2),
    aim: `together ≤ ${megabytes(maxIdleBytes)}`,
    holds: app + database <= maxIdleBytes,
  }
}

const figure = (path: string, ours: string): Figure => ({ path, ours, limit: '–', ratio: '–', aim: '–', holds: null })

const callFigure = (path: string, { cpuMs, databaseMs, p50, p99 }: CallCost) =>
  figure(
    path,
    `${milliseconds(cpuMs)} CPU, ${milliseconds(databaseMs)} of it PostgreSQL's; p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
  )
