import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { part } from '@coverdesk/sealed-backup/parts.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ObjectStore, openObjectStore } from '../../platform/integrations/object-store.ts'
import { startTestObjectStore } from '../../testing/object-store/test-object-store.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { type ArchiveFile, archiveFile, segmentBytes } from './archive-files.ts'
import { writeArchiveFile } from './archive-format.ts'
import { copyBases, copyLog } from './copy-archive.ts'
import { readCoveredNote, writeCoveredNote } from './covered-note.ts'

const secrets = { backup: 'backup', field: 'field', fieldEarlier: [], audit: 'audit' }
const hourMs = 3_600_000
let folder: string
let archive: string
let target: Awaited<ReturnType<typeof startTestObjectStore>>
let store: ObjectStore

beforeEach(async () => {
  folder = makeTestFolder('coverdesk copy ')
  archive = join(folder, 'archive')
  mkdirSync(archive)
  target = await startTestObjectStore(join(folder, 's3'))
  store = await openObjectStore(target.settings())
})
afterEach(async () => {
  store.close()
  await target.stop()
  await removeTestFolder(folder)
})

const second = (number: number) => new Date(Date.UTC(2030, 0, 31, 12, 0, number))
/** Writes a sealed file; its stretch of the log is in segments. */
async function write(kind: ArchiveFile['kind'], at: number, from: number, to: number): Promise<ArchiveFile> {
  const lsn = (segments: number) => BigInt(segments * segmentBytes)
  const file = archiveFile({ kind, at: second(at), from: lsn(from), to: lsn(to) })
  const bytes = async function* () {
    yield part('rows', [Buffer.from(file.name)])
  }
  await writeArchiveFile(join(archive, file.name), secrets, file.at, { timeline: 1, bytes: 1 }, bytes())
  return file
}
const copied = async () => (await store.list('')).map(({ key }) => key.split('/').at(-1) ?? '')

test('P-88 the log leaves the machine while a base backup is still being copied, and counts as restorable off-site once that is there', async () => {
  const base = await write('base', 1, 1, 1.25)
  const first = await write('wal', 2, 1, 1.5)
  await writeCoveredNote(archive, { until: second(2).toISOString() })
  const known = await copyLog(store, archive, secrets.backup, null)
  expect(await copied()).toEqual(expect.arrayContaining([first.name]))
  const held = Promise.withResolvers<void>()
  const slow: ObjectStore = {
    ...store,
    uploadPart: async (...args) => {
      await held.promise
      return await store.uploadPart(...args)
    },
  }
  const copying = copyBases(slow, known, secrets.backup)
  const later = await write('wal', 3, 1.5, 1.75)
  await writeCoveredNote(archive, { until: second(3).toISOString() })
  await copyLog(store, archive, secrets.backup, known)
  expect(await copied()).toContain(later.name)
  expect(await copied()).not.toContain(base.name)
  expect((await readCoveredNote(archive))?.offSite).toBeNull()
  held.resolve()
  await copying
  await copyLog(store, archive, secrets.backup, known)
  expect(await copied()).toContain(base.name)
  expect((await readCoveredNote(archive))?.offSite).toBe(second(3).toISOString())
})

test('P-88 parts of the log that a whole segment replaces while they are copied are no failure', async () => {
  await write('wal', 2, 1, 1.5)
  const gone = await write('wal', 3, 1.5, 1.75)
  await writeCoveredNote(archive, { until: second(4).toISOString() })
  let whole: ArchiveFile | undefined
  const replacing: ObjectStore = {
    ...store,
    put: async (...args) => {
      if (!whole) {
        whole = await write('wal', 4, 1, 2)
        rmSync(join(archive, gone.name))
      }
      await store.put(...args)
    },
  }
  await copyLog(replacing, archive, secrets.backup, null)
  expect(await copied()).toContain(whole?.name)
})

test('P-88 a file that disappears from the bucket is copied again within an hour', async () => {
  const base = await write('base', 1, 1, 1.25)
  const log = await write('wal', 2, 1, 1.5)
  await writeCoveredNote(archive, { until: second(2).toISOString() })
  const copy = async (now: number) => {
    const known = await copyLog(store, archive, secrets.backup, before, now)
    await copyBases(store, known, secrets.backup)
    return known
  }
  let before: Parameters<typeof copyLog>[3] = null
  const now = Date.now()
  before = await copy(now)
  for (const { key } of await store.list('')) await store.remove(key)
  await copy(now + hourMs / 2)
  expect(await copied()).not.toContain(log.name)
  await copy(now + hourMs)
  expect(await copied()).toEqual(expect.arrayContaining([base.name, log.name]))
})
