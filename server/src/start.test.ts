import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from './platform/config.ts'
import { serversOn } from './platform/embedded-processes.ts'
import { makeTestFolder, removeTestFolder } from './platform/test-folder.ts'

let folder: string
let disk: string

beforeAll(() => {
  folder = makeTestFolder('coverdesk start ')
  disk = join(folder, 'disk')
  mkdirSync(disk)
})

afterAll(() => removeTestFolder(folder))

/** The program as `npm start` runs it, without the demo; what it says is kept. */
function startOn(dataDir: string): {
  server: ChildProcess
  said: () => string
  until: (text: string) => Promise<void>
} {
  const server = spawn(process.execPath, [join(projectRoot, 'server/src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const until = (text: string) => expect.poll(() => said, { timeout: 60_000, interval: 20 }).toContain(text)
  return { server, said: () => said, until }
}

/** Only root may make a small disk, and not in every container. */
function smallDisk(folder: string, megabytes: number, how = ''): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${megabytes}m`, 'tmpfs', folder]).status === 0
}

test('P-76 a first start that meets a full or a read-only disk says so, one that is stopped by Ctrl-C ends cleanly, and the next goes on', async () => {
  const dataDir = join(disk, 'data')
  const small = smallDisk(disk, 60)
  if (small) {
    onTestFinished(() => void spawnSync('umount', ['--lazy', disk]))
    const full = startOn(dataDir)
    expect(await once(full.server, 'exit')).toEqual([1, null])
    const sentence = `The disk under ${dataDir} is full. Free some space and start again; nothing that was saved is lost.`
    expect(full.said()).toContain(sentence)
    expect(full.said()).not.toContain('    at ')
    smallDisk(disk, 60, 'remount,ro,')
    const closed = startOn(join(disk, 'other'))
    expect(await once(closed.server, 'exit')).toEqual([1, null])
    expect(closed.said()).toContain(`The data folder ${disk}/other cannot be used by this user.`)
    smallDisk(disk, 600, 'remount,rw,')
  }
  const stopped = startOn(dataDir)
  await stopped.until('Loading the counties')
  stopped.server.kill('SIGINT')
  expect(await once(stopped.server, 'exit')).toEqual([0, null])
  expect(stopped.said()).not.toContain('    at ')
  expect(serversOn(join(dataDir, 'postgres'))).toEqual([])
  const whole = startOn(dataDir)
  await whole.until('Coverdesk is ready')
  whole.server.kill('SIGINT')
  expect(await once(whole.server, 'exit')).toEqual([0, null])
})
