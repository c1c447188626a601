import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import { measureCrowd } from './crowd/measure-crowd.ts'
import { measureOverload } from './crowd/measure-overload.ts'
import { measureExportCrowd } from './exports/measure-export-crowd.ts'
import { measureExports } from './exports/measure-exports.ts'
import { measureEverywhere } from './lists/measure-everywhere.ts'
import { measureList } from './lists/measure-list.ts'
import { measurePeople } from './lists/measure-people.ts'
import { measureSearch } from './lists/measure-search.ts'
import { measureSummaries } from './lists/measure-summaries.ts'
import { measureMechanisms } from './mechanisms/measure-mechanisms.ts'
import { measureLeaks } from './money/measure-leaks.ts'
import { measureMoney } from './money/measure-money.ts'
import { measurePuf } from './plan-data/measure-puf.ts'
import type { Part } from './run/figures.ts'
import { resultsText } from './run/results-text.ts'
import { type ServerUnderTest, startServer } from './run/server-under-test.ts'
import { measureOneCore } from './scale/measure-one-core.ts'
import { measureScale } from './scale/measure-scale.ts'
import { measureTwoNodes } from './scale/measure-two-nodes.ts'
import { measureNames } from './sign-in/measure-names.ts'
import { measureSignIn } from './sign-in/measure-sign-in.ts'
import { measureUpload } from './uploads/measure-upload.ts'
import { measureWeb } from './web/measure-web.ts'

/** Parts that run on the large data set, and parts on a database of their own that they empty. */
const onPolicies = {
  crowd: measureCrowd,
  everywhere: measureEverywhere,
  'export-crowd': measureExportCrowd,
  exports: measureExports,
  list: measureList,
  'list-mechanisms': measureMechanisms,
  names: measureNames,
  'one-core': measureOneCore,
  overload: measureOverload,
  people: measurePeople,
  scale: measureScale,
  search: measureSearch,
  'sign-in': measureSignIn,
  summaries: measureSummaries,
  'two-nodes': measureTwoNodes,
  web: measureWeb,
}
const onEmptyData = { upload: measureUpload, puf: measurePuf }
/** Parts that begin with a new database each time. */
const onNewData = { leaks: measureLeaks, money: measureMoney }

/**
 * `npm run bench` runs all parts and writes bench/results.md; `npm run bench -- list upload` runs the named parts and only
 * prints. BENCH_SIZE (default 1m) is the number of policies and of rows in the largest upload; data folders stay in
 * BENCH_DIR for the next run.
 */
const size = sizeOf(process.env.BENCH_SIZE ?? '1m')
const known = [...Object.keys(onPolicies), ...Object.keys(onEmptyData), ...Object.keys(onNewData)]
const named = process.argv.slice(2)
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${known.join(', ')}.`)
  process.exit(1)
}
const chosen = <T extends object>(parts: T) =>
  Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name))

// Each part starts the server, which serves the built screens.
if (named.length === 0 || named.includes('web') || !existsSync(join(projectRoot, 'web/dist/index.html')))
  execFileSync('npm', ['run', 'build', '-w', 'web'], { cwd: projectRoot, stdio: 'inherit' })
const folder = freshFolder(process.env.BENCH_DIR ?? join(tmpdir(), `coverdesk-bench-${process.getuid?.() ?? 'user'}`))
const before = loadavg()[1] ?? 0
const results = new Map<string, Part>()
let database = ''
await measureOn(`book-${size}`, size, chosen(onPolicies))
await measureOn('uploads', 1, chosen(onEmptyData))
for (const [name, measure] of chosen(onNewData)) {
  rmSync(join(folder, name), { recursive: true, force: true })
  await measureOn(name, 1, [[name, measure]])
}
const text = resultsText(results, { size, database, load: before })
console.log(`\n${text}`)
if (named.length === 0) writeFileSync(join(projectRoot, 'bench/results.md'), text)

type Measure = (server: ServerUnderTest, size: number) => Promise<Part>

async function measureOn(name: string, policies: number, parts: [string, Measure][]): Promise<void> {
  if (parts.length === 0) return
  const server = await startServer(join(folder, name), policies)
  try {
    const { rows } = await server.owner.query<{ server_version: string }>('show server_version')
    database = rows[0]?.server_version ?? ''
    for (const [part, measure] of parts) {
      console.log(`Measuring ${part} …`)
      results.set(part, await measure(server, size))
    }
  } finally {
    await server.stop()
  }
}

/** Parent of the data folders; removes those of other migration states. */
function freshFolder(base: string): string {
  const migrations = join(projectRoot, 'server/migrations')
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).toSorted()) hash.update(readFileSync(join(migrations, name)))
  const current = hash.digest('hex').slice(0, 12)
  mkdirSync(base, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(base))
    if (/^[0-9a-f]{12}$/.test(name) && name !== current) rmSync(join(base, name), { recursive: true })
  mkdirSync(join(base, current), { recursive: true, mode: 0o755 })
  return join(base, current)
}

function sizeOf(text: string): number {
  const [, digits, factor] = /^(\d{1,8})([km]?)$/i.exec(text) ?? []
  if (!digits) throw new Error('BENCH_SIZE must be a number such as 100k or 1m')
  return Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[factor?.toLowerCase() as '' | 'k' | 'm']
}
