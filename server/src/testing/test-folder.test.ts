import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serversOn } from '../platform/embedded-postgres/embedded-processes.ts'
import { makeTestFolder, removeLeftFolders, removeTestFolder } from './test-folder.ts'
import { killOwner, startOwner } from './test-owner.ts'

const prefix = `coverdesk-left-${process.pid}-`

test('P-76 what a killed run of tests left is removed with its database; what a living one keeps stays', async () => {
  const living = makeTestFolder(prefix)
  onTestFinished(() => removeTestFolder(living))
  const program = `import { makeTestFolder } from ${JSON.stringify(join(import.meta.dirname, 'test-folder.ts'))}
    process.send(makeTestFolder(process.argv[1])); setInterval(() => 0, 60_000)`
  const run = spawn(process.execPath, ['--input-type=module', '-e', program, prefix], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [left] = await once(run, 'message')
  const dataDir = join(String(left), 'data')
  mkdirSync(dataDir)
  const owner = await startOwner(dataDir)
  await removeLeftFolders(prefix)
  expect([living, dataDir].map((path) => existsSync(path))).toEqual([true, true])
  run.kill('SIGKILL')
  await once(run, 'exit')
  await removeLeftFolders(prefix)
  expect(existsSync(dataDir), 'its server still works').toBe(true)
  await killOwner(owner)
  expect(serversOn(join(dataDir, 'postgres'))).not.toEqual([])
  await removeLeftFolders(prefix)
  expect(existsSync(String(left))).toBe(false)
  expect(serversOn(join(dataDir, 'postgres'))).toEqual([])
  expect(existsSync(living)).toBe(true)
})
