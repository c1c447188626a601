import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pack } from './pack.mjs'

test('a release starts in an empty folder with Node alone, and its setup link opens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk release '))
  // The database of a test that runs as root has a user of its own.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await pack({ folder: join(folder, 'packed') })
  // Moved, so that a path into the source would not be found.
  const release = join(folder, 'opt')
  renameSync(join(folder, 'packed'), release)
  const offered = readdirSync(join(release, 'node_modules'))
  for (const tool of ['typescript', 'vitest', 'vite', 'react']) expect(offered).not.toContain(tool)

  const server = spawn(join(release, 'bin/node'), ['scripts/start/start.mjs'], {
    cwd: release,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      PORT: await freePort(),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await ended
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  await expect.poll(() => said, { timeout: 120_000, interval: 200 }).toContain('/setup#')
  const [, address, code] = /(http:\S+)\/setup#(\S+)/.exec(said) ?? []
  const page = await fetch(`${address}/setup`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')])
  const check = await fetch(`${address}/identity/setup/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(check.status).toBe(200)
}, 600_000)

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}
