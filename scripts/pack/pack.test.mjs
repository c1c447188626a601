import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTarball, pack, releaseCommands } from './pack.mjs'

test('a release starts in an empty folder without Node and npm, its setup link opens, and its commands find the settings of the service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk release '))
  // The database of a test that runs as root has a user of its own.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), 300_000)
  await pack({ folder: join(folder, 'packed') })
  // Moved, so that a path into the source would not be found.
  const release = join(folder, 'opt')
  renameSync(join(folder, 'packed'), release)
  const offered = readdirSync(join(release, 'node_modules'))
  for (const tool of ['typescript', 'vitest', 'vite', 'react']) expect(offered).not.toContain(tool)

  const server = spawn(join(release, 'bin/coverdesk'), ['start'], {
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

  // As root on a machine with the service: by the link to the release, from any folder.
  symlinkSync(release, join(folder, 'installed'))
  writeFileSync(join(folder, 'settings'), `DATA_DIR=${join(folder, 'data')}\n`)
  const command = (...args) => {
    const env = { PATH: '/usr/bin:/bin', COVERDESK_SETTINGS: join(folder, 'settings') }
    const { status, stdout, stderr } = spawnSync(join(folder, 'installed/bin/coverdesk'), args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return [status, stdout + stderr]
  }
  expect(command()).toEqual([0, expect.stringContaining(releaseCommands.join(', '))])
  expect(command('verify-audit')).toEqual([0, expect.stringContaining('whole')])
  writeFileSync(join(folder, 'copy.ndjson'), 'not a copy')
  expect(command('verify-audit-copy', 'copy.ndjson')).toEqual([
    expect.any(Number),
    expect.not.stringContaining('ENOENT'),
  ])
  expect(command('serve')).toEqual([1, expect.stringContaining('There is no command serve.')])
}, 600_000)

test.runIf(process.platform === 'linux')(
  'only root may write what it unpacks, with any uid and umask of the builder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coverdesk tarball '))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const release = join(folder, 'release')
    mkdirSync(release)
    writeFileSync(join(release, 'closed'), '')
    writeFileSync(join(release, 'open'), '')
    writeFileSync(join(release, 'program'), '')
    for (const [name, mode] of Object.entries({ closed: 0o600, open: 0o666, program: 0o700, '.': 0o777 }))
      chmodSync(join(release, name), mode)
    if (process.getuid() === 0) chownSync(join(release, 'open'), 1234, 1234)
    const tarball = await makeTarball(release)
    const { stdout } = spawnSync('tar', ['-tvzf', tarball, '--numeric-owner'], { encoding: 'utf8' })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/))
    expect(Object.fromEntries(lines.map(([mode, owner, , , , name]) => [name, `${mode} ${owner}`]))).toEqual({
      'release/': 'drwxr-xr-x 0/0',
      'release/closed': '-rw-r--r-- 0/0',
      'release/open': '-rw-r--r-- 0/0',
      'release/program': '-rwxr-xr-x 0/0',
    })
  },
)

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}
