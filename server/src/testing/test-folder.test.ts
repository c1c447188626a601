import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { killOwner, startOwner } from '@coverdesk/embedded-postgres/test-owner.ts'
import { expect, onTestFinished, test } from 'vitest'
import { databaseProduct } from '../platform/config/database-product.ts'
import { loadSecretsFile } from '../platform/config/secrets-file.ts'
import { makeTestFolder, removeLeftFolders, removeTestFolder } from './test-folder.ts'

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
  const { databaseOwner, databaseApp } = loadSecretsFile(dataDir)
  const database = { ownerPassword: databaseOwner, appPassword: databaseApp }
  const owner = await startOwner({ product: databaseProduct, dataDir, database })
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
