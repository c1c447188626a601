import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterFiles } from './base-backup.ts'

let cluster: string

beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'base backup '))
  for (const folder of ['global', 'base', 'base/5', 'pg_wal']) mkdirSync(join(cluster, folder))
  for (const file of ['global/pg_control', 'base/5/1', 'base/5/2', 'pg_wal/1']) writeFileSync(join(cluster, file), file)
})
afterEach(() => {
  chmodSync(join(cluster, 'base/5'), 0o700)
  rmSync(cluster, { recursive: true })
})

async function copied(whileAt: (path: string) => void = () => undefined): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of clusterFiles(cluster)) {
    paths.push(path)
    whileAt(path)
  }
  return paths
}

test('P-88 a base backup copies every folder, those of the running server empty, and pg_control last', async () => {
  const paths = await copied()
  expect(paths.toSorted()).toEqual([
    'base/',
    'base/5/',
    'base/5/1',
    'base/5/2',
    'global/',
    'global/pg_control',
    'pg_wal/',
  ])
  expect(paths.at(-1)).toBe('global/pg_control')
})

test('P-88 a base backup does not need the folder of a database that is dropped while it copies', async () => {
  const drop = (path: string) => path === 'base/' && rmSync(join(cluster, 'base'), { recursive: true })
  expect(await copied(drop)).toEqual(expect.arrayContaining(['base/', 'global/pg_control']))
  mkdirSync(join(cluster, 'base/5'), { recursive: true })
})

test('P-88 a base backup without pg_control, without the cluster, or with a folder that cannot be read fails', async () => {
  rmSync(join(cluster, 'global/pg_control'))
  await expect(copied()).rejects.toThrow('There is no global/pg_control')
  writeFileSync(join(cluster, 'global/pg_control'), 'again')
  // As root every folder can be read: a loop of links cannot.
  const unreadable = join(cluster, 'base/5')
  const replace = (path: string) => {
    if (path !== 'base/5/') return
    rmSync(unreadable, { recursive: true })
    spawnSync('ln', ['-s', unreadable, unreadable])
  }
  await expect(copied(replace)).rejects.toThrow('ELOOP')
  rmSync(unreadable)
  mkdirSync(unreadable)
})
