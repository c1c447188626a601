import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pinnedNode, root } from '../start/set-up.mjs'

/** A first start makes a database; each upgrade backs up, restores and starts. */
const timeout = 900_000

test(
  'an upgrade migrates and starts the new release; it changes nothing when a migration fails, and goes back when a step throws, a signal ends it or the server does not get healthy',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coverdesk upgrade '))
    chmodSync(folder, 0o755)
    const at = (name) => join(folder, name)
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: at('data'),
      PORT: await freePort(),
      DEMO: 'off',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: at('compiled'),
    }
    const stop = `test ! -e '${at('pid')}' || { pid=$(cat '${at('pid')}'); kill $pid; while grep -qs '^State:.[^Z]' /proc/$pid/status; do sleep 0.1; done; }`
    const start = `cd '${at('current')}' && { '${pinnedNode}' server/src/main.ts >>'${at('log')}' 2>&1 & echo $! >'${at('pid')}'; }`
    onTestFinished(() => {
      spawnSync('sh', ['-c', stop])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    /** `during` gets each piece of what it says, and the process. */
    const upgradeTo = async (release, wait, { path = '', during = () => undefined } = {}) => {
      const names = [
        '--link',
        at('current'),
        '--settings',
        at('none'),
        '--stop',
        stop,
        '--start',
        start,
        '--wait',
        wait,
      ]
      const child = spawn(pinnedNode, [join(release, 'scripts/start/upgrade.mjs'), ...names], {
        env: { ...env, PATH: `${path}${env.PATH}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          said += text
          during(text, child)
        })
      // Not `close`: the service that it started has its output.
      const [status] = await once(child, 'exit')
      return { status, said }
    }

    makeRelease(at('1'), '1.0.0')
    symlinkSync(at('1'), at('current'))
    spawnSync('sh', ['-c', start], { env, stdio: 'ignore' })
    await expect.poll(() => isReady(env.PORT), { timeout: 300_000, interval: 500 }).toBe(true)
    const pid = () => readFileSync(at('pid'), 'utf8')
    const first = pid()

    makeRelease(at('2'), '2.0.0', { '9998-fails.sql': 'create table wider (id bigint); select 1 / 0;' })
    const failing = await upgradeTo(at('2'), '90')
    expect(failing.said).toContain('The migration 9998-fails.sql failed and was rolled back')
    expect(failing.said).toContain('Nothing was changed; Coverdesk 1.0.0 runs on.')
    expect([failing.status, pid(), await isReady(env.PORT)]).toEqual([1, first, true])

    makeRelease(at('3'), '3.0.0', { '9998-works.sql': 'create table wider (id bigint);' })
    const main = readFileSync(join(root, 'server/src/main.ts'), 'utf8')
    writeFileSync(at('3/server/src/main.ts'), 'setInterval(() => undefined, 1_000)\n')
    const ill = await upgradeTo(at('3'), '45')
    expect(ill.said, ill.said).toMatch(/Applied .*9998-works\.sql\./)
    expect(ill.said).toContain('The service does not answer at /health/ready after 45 s.')
    expect(ill.said).toContain('Coverdesk 1.0.0 runs again, with the database from before.')
    expect([ill.status, await isReady(env.PORT)]).toEqual([1, true])

    const isAsBefore = async () => {
      expect(readdirSync(env.DATA_DIR).filter((name) => /upgrade/.test(name))).toEqual([])
      expect([realpathSync(at('current')), await isReady(env.PORT)]).toEqual([at('1'), true])
    }
    await isAsBefore()

    // A copy that an upgrade without power left may be the only good database.
    mkdirSync(at('data/postgres-before-upgrade'))
    const left = await upgradeTo(at('3'), '45')
    expect(left.said).toContain(`left the database from before it: ${at('data/postgres-before-upgrade')}.`)
    expect([left.status, left.said.includes('Backing up')]).toEqual([1, false])
    rmSync(at('data/postgres-before-upgrade'), { recursive: true })

    mkdirSync(at('programs'))
    writeFileSync(at('programs/cp'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const uncopied = await upgradeTo(at('3'), '90', { path: `${at('programs')}:` })
    expect(uncopied.said).toContain('The database could not be copied')
    expect(uncopied.said).toContain('Nothing was changed. Coverdesk 1.0.0 runs again.')
    await isAsBefore()

    mkdirSync(at('current.new'))
    const unlinked = await upgradeTo(at('3'), '90')
    expect(unlinked.said, unlinked.said).toMatch(/Applied .*9998-works\.sql\./)
    expect(unlinked.said).toContain('Coverdesk 1.0.0 runs again, with the database from before.')
    await isAsBefore()
    rmSync(at('current.new'), { recursive: true })

    // This server notes links of the audit record that the database from before does not have.
    const elsewhere = await freePort()
    writeFileSync(at('3/server/src/whole-main.ts'), main)
    writeFileSync(at('3/server/src/main.ts'), `process.env.PORT = '${elsewhere}'\nawait import('./whole-main.ts')\n`)
    const anchors = at('data/audit-anchor.log')
    const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
    const noted = textOf(anchors)
    const hasNoted = async () => {
      // Refused, which is an event.
      await fetch(`http://127.0.0.1:${elsewhere}/identity/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ user: 'unknown@agency.test', pass: 'Wrong-Password-1' }),
      }).catch(() => undefined)
      return textOf(anchors) !== noted
    }
    const interrupted = await upgradeTo(at('3'), '300', {
      during: (text, child) => {
        if (!text.includes('Starting Coverdesk 3.0.0')) return
        void vi.waitUntil(hasNoted, { timeout: 120_000, interval: 500 }).finally(() => child.kill())
      },
    })
    expect(interrupted.said).toContain('The upgrade was interrupted.')
    expect(interrupted.said).toContain('Coverdesk 1.0.0 runs again, with the database from before.')
    await isAsBefore()
    expect(readdirSync(env.DATA_DIR)).toContainEqual(expect.stringMatching(/^audit-anchor\.until-/))
    const verified = spawnSync(pinnedNode, ['server/src/commands/verify-audit-command.ts'], {
      cwd: at('current'),
      env,
      encoding: 'utf8',
    })
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('whole')])

    writeFileSync(at('3/server/src/main.ts'), main)
    const whole = await upgradeTo(at('3'), '300')
    expect(whole.said).toContain('Coverdesk 3.0.0 runs.')
    expect([whole.status, await isReady(env.PORT)]).toEqual([0, true])
    expect((await upgradeTo(at('3'), '90')).said).toContain('Coverdesk 3.0.0 is installed already.')
  },
  timeout,
)

/** A release as `npm run pack` lays it out, with the libraries of this folder. */
function makeRelease(folder, version, migrations = {}) {
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  const isShipped = (path) => !/\.test\.ts$/.test(path)
  for (const path of ['server/src', 'server/migrations', 'scripts/start'])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isShipped })
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, 'server/migrations', name), sql)
  mkdirSync(join(folder, 'web/dist/assets'), { recursive: true })
  cpSync(join(root, 'web/public'), join(folder, 'web/dist'), { recursive: true })
  cpSync(join(root, 'web/index.html'), join(folder, 'web/dist/index.html'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ version, platform: 'any' }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

async function isReady(port) {
  // Without a connection to the server from before, which an upgrade has stopped.
  const headers = { connection: 'close' }
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { headers }).catch(() => null)
  return answer?.status === 200
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}
