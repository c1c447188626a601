import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseProduct } from '../platform/config/database-product.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { openTestCluster } from './test-cluster.ts'
import { removeLeftFolders } from './test-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test file finds the run's cluster, and the migrated database to copy. */
    testCluster: { url: string; appUrl: string; template: string }
  }
}

/** Once per test run: one PostgreSQL, migrated once into a template that each test file copies. */
export default async function openForTests(project: TestProject): Promise<() => Promise<void>> {
  for (const prefix of [
    'coverdesk limits ',
    'coverdesk start ',
    'coverdesk backup ',
    'coverdesk moment ',
    'coverdesk standby ',
    'coverdesk off-site ',
    'coverdesk disk ',
    'coverdesk kills ',
    'coverdesk elsewhere ',
    'coverdesk-left-',
  ])
    await removeLeftFolders(prefix)
  const cluster = await openTestCluster()
  try {
    const template = await migratedTemplate(cluster.url)
    // PostgreSQL copies a database only without connections to it, and tests copy the product's own.
    project.provide('testCluster', { url: databaseAt(cluster.url, 'postgres'), appUrl: cluster.appUrl, template })
    return () => cluster.stop()
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** The template is named by its migrations, so a changed one makes a new template and an old one is removed. */
async function migratedTemplate(url: string): Promise<string> {
  const migrations = await readMigrations(join(projectRoot, 'server/migrations'))
  const hash = createHash('sha256').update(migrations.map(({ checksum }) => checksum).join())
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const reusable = await removeOthers(client, template)
    if (reusable) return template
    await client.query(`create database ${template}_draft template ${databaseProduct.database}`)
    await migrate(databaseAt(url, `${template}_draft`))
    await client.query(`alter database ${template}_draft rename to ${template}`)
    return template
  } finally {
    await client.end()
  }
}

/** This run owns the cluster, so whatever else is there was left by one that was killed. Answers whether it is there. */
async function removeOthers(client: pg.Client, template: string): Promise<boolean> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where not datistemplate and datname <> all($1)',
    [['postgres', databaseProduct.database]],
  )
  const names = rows.map(({ datname }) => datname)
  for (const name of names) {
    if (name !== template) await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`)
  }
  return names.includes(template)
}

/** The address of another database of the same cluster. */
export function databaseAt(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
