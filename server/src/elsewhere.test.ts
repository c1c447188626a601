import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ownerRole } from './platform/embedded-cluster.ts'
import { appRole } from './platform/embedded-roles.ts'
import { databaseAt } from './platform/test-database-setup.ts'
import { makeTestFolder, removeTestFolder } from './platform/test-folder.ts'
import { startOn } from './platform/test-start.ts'

const name = `start_${process.pid}`
let folder: string

const onCluster = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('testCluster').url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeAll(async () => {
  folder = makeTestFolder('coverdesk elsewhere ')
  await onCluster(`create database ${name} template template0`)
})
afterAll(async () => {
  await onCluster(`drop database ${name} with (force)`)
  await removeTestFolder(folder)
})

/** Only with `npm run test:elsewhere`: one role does everything, on the way that the application takes there. */
test('P-89 a first and a second start on a database of your own, as its one role, seed the demo and are ready', async () => {
  const { appUrl } = inject('testCluster')
  const secret = (use: string) => `a-${use}-secret-for-tests-0123456789-abcdefghij`
  const settings = {
    DATABASE_URL: databaseAt(appUrl.replace(`${appRole}:`, `${ownerRole}:`), name),
    TOKEN_SECRET: secret('token'),
    FIELD_SECRET: secret('field'),
    AUDIT_SECRET: secret('audit'),
    DEMO: 'on',
    DEMO_SIZE: '1k',
  }
  for (const _ of ['first', 'second']) {
    const started = startOn(join(folder, 'data'), settings)
    await started.until('Coverdesk is ready')
    started.server.kill('SIGINT')
    expect(await once(started.server, 'exit')).toEqual([0, null])
  }
})
