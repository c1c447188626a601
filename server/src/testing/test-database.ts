import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseAt } from './test-database-setup.ts'

export type TestDatabase = {
  /** Owner of the tables, for arranging what the application may not do. */
  url: string
  /** The application's role. */
  appUrl: string
  drop: () => Promise<void>
}

/** What several files want to find in their database: made once for a run, by the first that asks, and copied. */
export interface Prepared {
  name: string
  /** Fills a migrated database, whose owner's address it is given. */
  fill: (ownerUrl: string) => Promise<void>
}

/** Two files that want the same take turns on this lock; the number is arbitrary. */
const preparing = 7_316_090

/** A migrated database of its own for one test file, in tens of milliseconds; `drop` it in `afterAll`. */
export async function testDatabase(prepared?: Prepared): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  const template = prepared ? await preparedTemplate(cluster, prepared) : cluster.template
  const name = `test_${randomBytes(8).toString('hex')}`
  await onCluster(cluster.url, (client) => copyDatabase(client, template, name))
  const at = (url: string) => databaseAt(url, name)
  return {
    url: at(cluster.url),
    appUrl: at(cluster.appUrl),
    drop: () => onCluster(cluster.url, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function preparedTemplate(cluster: { url: string; template: string }, { name, fill }: Prepared): Promise<string> {
  const whole = `${cluster.template}_${name}`
  const draft = `${whole}_draft`
  await onCluster(cluster.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [preparing])
    const { rows } = await client.query('select from pg_database where datname = $1', [whole])
    if (rows.length > 0) return
    await client.query(`drop database if exists ${draft} with (force)`)
    await copyDatabase(client, cluster.template, draft)
    await fill(databaseAt(cluster.url, draft))
    await client.query(`alter database ${draft} rename to ${whole}`)
  })
  return whole
}

/** Its files as they are: through the log of writes, which is the default, it takes seven times as long. */
async function copyDatabase(client: pg.Client, template: string, name: string): Promise<void> {
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

async function onCluster(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
