import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { allRoutes, contracts } from '@coverdesk/domain/all-routes.ts'
import { failures } from '@coverdesk/domain/failures.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { socketEventName } from '@coverdesk/domain/realtime/live-event.ts'
import { allEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import pg from 'pg'
import { matrixDocument } from '../access-matrix/matrix-document.ts'
import { asvsDocument } from '../asvs/asvs-document.ts'
import { testFilesById } from '../asvs/test-files-by-id.ts'
import { migrate } from '../platform/db/migrate.ts'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { openTestCluster } from '../testing/test-cluster.ts'
import { databaseAt } from '../testing/test-database-setup.ts'

/**
 * `npm run generate` writes everything that follows from contracts and migrations; with `--check` it writes nothing and
 * exits 1 naming what is not fresh.
 */
async function generate(check: boolean): Promise<void> {
  const database = await schemaDocuments()
  const documents = new Map<string, string>([
    ['docs/generated/routes.md', routesDocument()],
    ['docs/generated/asvs.md', await securityVerdicts()],
    ['docs/generated/access-matrix.md', matrixDocument(allRoutes)],
    ['docs/generated/events.md', eventsDocument()],
    ['docs/generated/failures.md', failuresDocument()],
    ['docs/generated/schema.md', database.tables],
    ['server/src/platform/db/database-schema.gen.ts', database.types],
  ])
  const stale: string[] = []
  for (const [path, text] of documents) {
    const file = join(projectRoot, path)
    const before = await readFile(file, 'utf8').catch(() => '')
    if (before === text) continue
    stale.push(path)
    if (!check) await writeFile(file, text)
  }
  if (check && stale.length > 0) {
    console.error(`Not fresh: ${stale.join(', ')}. Run npm run generate and commit the result.`)
    process.exitCode = 1
  } else console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Everything is fresh.')
}

async function securityVerdicts(): Promise<string> {
  const table = await readFile(join(projectRoot, 'docs/security/asvs.tsv'), 'utf8')
  return asvsDocument(table, await testFilesById(projectRoot), projectRoot)
}

function routesDocument(): string {
  const rows = Object.entries(contracts).flatMap(([feature, contract]) =>
    Object.values<Route>(contract).map(
      (route) =>
        `| ${feature} | ${route.method} | \`${route.path}\` | \`${route.allow.replaceAll('|', '\\|')}\` | ${recorded(route)} | ${route.summary} |`,
    ),
  )
  return `# Routes, who may call them, and what is recorded\n\nRefusals are recorded for every route (docs/decisions/010-audit.md).\n\n| Feature | Method | Path | Allowed | Recorded | What |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
}

function recorded({ audit }: Route): string {
  if (audit === 'own') return 'its event'
  return 'reads' in audit ? `read of ${audit.reads}` : `nothing: ${audit.nothing}`
}

function eventsDocument(): string {
  const rows = allEvents.map(
    (event) => `| \`${socketEventName(event)}\` | \`${event.allow.replaceAll('|', '\\|')}\` | ${event.summary} |`,
  )
  return `# Events that open pages hear of without asking\n\nOver the socket, each to the pages of one person (docs/decisions/021-socket-and-hand-offs.md).\n\n| Event | Allowed | What |\n|---|---|---|\n${rows.join('\n')}\n`
}

function failuresDocument(): string {
  const rows = Object.entries(failures).map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`)
  return `# Failures\n\n| Code | Status | Sentence |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** The tables as a freshly migrated database has them: as types, and as a document. */
async function schemaDocuments(): Promise<{ types: string; tables: string }> {
  const cluster = await openTestCluster()
  const folder = await mkdtemp(join(tmpdir(), 'coverdesk-generate-'))
  const name = `generate_${process.pid}`
  const owner = new pg.Client({ connectionString: cluster.url })
  await owner.connect()
  try {
    await owner.query(`drop database if exists ${name} with (force)`)
    await owner.query(`create database ${name}`)
    const url = databaseAt(cluster.url, name)
    await migrate(url)
    return { types: await tableTypes(url, join(folder, 'schema.ts')), tables: await tableDocument(url) }
  } finally {
    await owner.query(`drop database if exists ${name} with (force)`)
    await owner.end()
    await rm(folder, { recursive: true, force: true })
    await cluster.stop()
  }
}

/** bigint arrives as a number and date as text, as the driver's parsers in database.ts make them. */
async function tableTypes(url: string, file: string): Promise<string> {
  const mapping = JSON.stringify({ int8: 'number', date: 'string', numeric: 'string', daterange: 'string' })
  await promisify(execFile)(process.execPath, [
    join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    `--type-mapping=${mapping}`,
  ])
  return await readFile(file, 'utf8')
}

async function tableDocument(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{
      name: string
      columns: string[]
      rules: string[] | null
      indexes: string[] | null
    }>(`
      select c.relname as name,
        array(select format('| %s | %s | %s |', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else '' end)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
        array(select format('- %s: %s', conname, pg_get_constraintdef(oid)) from pg_constraint
          where conrelid = c.oid and contype <> 'n' order by conname) as rules,
        array(select format('- %s', regexp_replace(indexdef, '^CREATE ', '')) from pg_indexes where schemaname = 'public' and tablename = c.relname order by indexname) as indexes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations' order by c.relname`)
    const tables = rows.map(({ name, columns, rules, indexes }) =>
      [
        `## ${name}`,
        '',
        '| Column | Type | |',
        '|---|---|---|',
        ...columns,
        '',
        ...(rules ?? []),
        ...(indexes ?? []),
        '',
      ].join('\n'),
    )
    return `# Tables\n\n${tables.join('\n')}`
  } finally {
    await client.end()
  }
}

await generate(process.argv.includes('--check'))
