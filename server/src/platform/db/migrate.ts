import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { BootFailure } from '../runtime/boot-failure.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { type Connection, withConnection } from './connection.ts'

type Migration = { number: number; name: string; sql: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

/** Advisory lock that serializes nodes starting at once. The number is arbitrary, but must never change. */
const migrationLock = 7_316_001

/**
 * Applies the new files of `server/migrations` (`NNNN-name.sql`), each in its own transaction, and returns their names. Uses
 * a transaction lock, which also works behind a pooler. Throws a BootFailure when the database has a migration that the
 * code does not know, or a file was edited after it ran.
 */
export async function migrate(
  ownerUrl: string,
  folder: string = join(projectRoot, 'server/migrations'),
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return await withConnection(ownerUrl, 'migrate', async (client) => {
    await prepare(client)
    const done: string[] = []
    for (const migration of migrations) {
      if (await applyOnce(client, migration, migrations)) done.push(migration.name)
    }
    if (migrations.length === 0) refuseUnknown(await readApplied(client), migrations)
    return done
  })
}

/**
 * Runs exactly the migrations of another database (a backup) in the caller's transaction. Throws a BootFailure when one of
 * them is unknown or was edited since.
 */
export async function migrateAgain(connection: Connection, applied: readonly Applied[]): Promise<void> {
  const known = await readMigrations(join(projectRoot, 'server/migrations'))
  refuseUnknown([...applied], known)
  await connection.query('set local search_path = "$user", public, extensions')
  await createMigrationsTable(connection)
  for (const before of applied) {
    const migration = known.find(({ number }) => number === before.number)
    if (!migration) continue
    refuseEdited(before, migration)
    await runAndRecord(connection, migration)
  }
}

/** Migration files of a folder in order. Throws a BootFailure for a file not named `NNNN-name.sql`. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (!number) throw new BootFailure(`${join(folder, name)} must be named like 0001-what-it-brings.sql.`)
      const sql = await readFile(join(folder, name), 'utf8')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const twice = migrations.find((migration, at) => migrations[at - 1]?.number === migration.number)
  if (twice)
    throw new BootFailure(`Two migrations have the number of ${twice.name}. Give the newer one the next number.`)
  return migrations
}

/** Extensions have a separate schema, so that `search_path` can move the agency's tables to any schema. */
async function prepare(client: Connection): Promise<void> {
  await inLockedTransaction(client, () => createMigrationsTable(client))
}

async function createMigrationsTable(client: Connection): Promise<void> {
  await client.query(`
    create schema if not exists extensions;
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

async function applyOnce(client: Connection, migration: Migration, known: Migration[]): Promise<boolean> {
  return await inLockedTransaction(client, async () => {
    const applied = await readApplied(client)
    refuseUnknown(applied, known)
    const before = applied.find((row) => row.number === migration.number)
    if (before) refuseEdited(before, migration)
    else await runAndRecord(client, migration)
    return !before
  })
}

function refuseEdited(before: Applied, migration: Migration): void {
  if (before.checksum === migration.checksum) return
  throw new BootFailure(
    `The migration ${before.name} was changed after it ran on this database. Restore the file, and put the change into a new migration.`,
  )
}

async function runAndRecord(client: Connection, migration: Migration): Promise<void> {
  await runSql(client, migration)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ])
}

async function runSql(client: Connection, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    // A full disk or a lost connection is not the migration's fault.
    if (!(error instanceof pg.DatabaseError) || error.code === '53100') throw error
    throw new BootFailure(`The migration ${name} failed and was rolled back:  ${error.message}.`, { cause: error })
  }
}

/** Runs `work` in a transaction under the migration lock, without the timeouts of requests. */
async function inLockedTransaction<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('set local search_path = "$user", public, extensions')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function readApplied(client: Connection): Promise<Applied[]> {
  return (await client.query<Applied>('select number, name, checksum from migrations order by number')).rows
}

function refuseUnknown(applied: Applied[], known: Migration[]): void {
  const unknown = applied.findLast((row) => !known.some((migration) => migration.number === row.number))
  if (unknown) {
    throw new BootFailure(
      `The database belongs to a newer version of Coverdesk: it holds the migration ${unknown.name}, which this version does not know. Start the newer version, or restore a backup from before the update.`,
    )
  }
}
