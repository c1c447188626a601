import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { projectRoot } from '../../runtime/project-root.ts'
import { openTestCommitProxy } from './test-commit-proxy.ts'

let agency: TestApp
let clerk: Person
let proxy: Awaited<ReturnType<typeof openTestCommitProxy>>

beforeEach(async () => {
  agency = await startTestApp()
  clerk = await agency.person({ roles: ['agent', 'administrator'], claims: [...allClaims], npn: '7700001' })
  proxy = await openTestCommitProxy(agency.services.databaseUrl)
})
afterEach(async () => {
  await proxy?.close()
  await agency?.close()
})

/** The real app in a separate process, with its database behind the proxy. */
async function startServer(): Promise<{ process: ChildProcess; port: number }> {
  const server = spawn(process.execPath, [join(projectRoot, 'server/src/uploads/runs/upload-test-server.ts')], {
    env: { ...process.env, DATABASE_URL: proxy.url, TOKEN_SECRET: agency.services.config.tokenSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [line] = await once(server.stdout, 'data')
  return { process: server, port: Number(String(line).trim()) }
}

const applicant = {
  firstName: 'Lena',
  middleName: '',
  lastName: 'Lost',
  dob: '1980-02-03',
  carrier: 'Acme',
  planSelected: 'Silver',
  email: 'lena@example.com',
  phone: '3055550101',
  address: '1 Main St',
  state: 'FL',
  annualIncome: '30000.00',
}

const create = (port: number, key: string) =>
  fetch(`http://127.0.0.1:${port}${applications.create.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${clerk.token}`,
      'content-type': 'application/json',
      'idempotency-key': `"${key}"`,
    },
    body: JSON.stringify(applicant),
  })

async function made(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from internal_applications where last_name = 'Lost'`.execute(agency.db)
  return rows[0]?.count ?? 0
}

test('P-75 P-77 retrying after a server was killed between commit and response leaves one record', async () => {
  const key = randomUUID()
  const first = await startServer()
  const died = once(first.process, 'exit')
  proxy.arm(() => first.process.kill('SIGKILL'))
  await expect(create(first.port, key)).rejects.toThrow()
  expect(await died).toEqual([null, 'SIGKILL'])
  expect(await made()).toBe(1)

  const second = await startServer()
  const answer = await create(second.port, key)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('idempotency-replayed')).toBe('true')
  expect(await answer.json()).toMatchObject({ lastName: 'Lost' })
  expect(await made()).toBe(1)
})

test('P-75 P-77 the response is the committed one when the database connection is lost right after the commit', async () => {
  const before = await made()
  const server = await startServer()
  proxy.arm((cut) => cut())
  const answer = await create(server.port, randomUUID())
  expect(answer.status).toBe(200)
  expect(await made()).toBe(before + 1)
})
