import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder, removeTestFolder } from '../testing/test-folder.ts'
import { keptBackups, newBackupFile, prune } from './backup-folder.ts'
import { isDue } from './backup-job.ts'
import { archiveFile } from './continuous/archive-files.ts'
import { isBaseDue } from './continuous/archive-jobs.ts'
import { isUploadDue } from './off-site/off-site-job.ts'
import { writeOffSiteNote } from './off-site/off-site-note.ts'

test('a backup of a day when the clock was ahead does not put off the next backup or its copy, or take its place', async () => {
  const folder = makeTestFolder('coverdesk ahead ')
  const day = 24 * 3_600_000
  const backupOf = async (time: number) => {
    const { file } = newBackupFile(folder, new Date(time))
    await writeFile(file, '')
    return basename(file)
  }
  try {
    const ahead = await backupOf(Date.now() + 400 * day)
    const before = await backupOf(Date.now() - 2 * day)
    expect(await isDue(folder, 24)).toBe(true)
    await writeOffSiteNote(folder, {
      file: before,
      madeAt: new Date(Date.now() - 2 * day).toISOString(),
      bucket: 'away',
    })
    expect(await isUploadDue(folder, 'away')).toBe(false)
    const now = await backupOf(Date.now())
    expect(await isDue(folder, 24)).toBe(false)
    expect(await isUploadDue(folder, 'away')).toBe(true)
    await writeOffSiteNote(folder, {
      file: ahead,
      madeAt: new Date(Date.now() + 400 * day).toISOString(),
      bucket: 'away',
    })
    expect(await isUploadDue(folder, 'away')).toBe(true)
    await prune(folder, { newest: 1, days: 0, weeks: 0, months: 0 })
    expect((await keptBackups(folder)).map(({ file }) => basename(file))).toEqual([ahead, now])
  } finally {
    await removeTestFolder(folder)
  }
})

test('a base backup of a day when the clock was ahead does not put off the next one, whose log would grow until that day', async () => {
  const folder = makeTestFolder('coverdesk ahead ')
  const baseOf = async (at: Date) =>
    await writeFile(join(folder, archiveFile({ kind: 'base', at, from: 0n, to: 1n }).name), '')
  try {
    await baseOf(new Date(Date.now() + 400 * 86_400_000))
    expect(await isBaseDue(folder, Date.now())).toBe(true)
    await baseOf(new Date())
    expect(await isBaseDue(folder, Date.now())).toBe(false)
  } finally {
    await removeTestFolder(folder)
  }
})
