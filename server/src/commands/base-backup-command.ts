import { basename } from 'node:path'
import { inMegabytes } from '../backup/backup-folder.ts'
import { makeBaseBackup } from '../backup/continuous/make-base-backup.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { reachDatabase } from '../platform/installation/reach-database.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

/** `bin/coverdesk base-backup`: copies the files of the embedded database as the start of a recovery to any later moment. */
try {
  const began = performance.now()
  const config = readConfig(process.env)
  if (config.database.kind === 'external')
    throw new BootFailure('Only the embedded database has base backups; see docs/operations.md for your own.')
  const database = await reachDatabase(config)
  try {
    const { file, bytes } = await makeBaseBackup(database.url, config, new Date())
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`The base backup ${basename(file)} has ${inMegabytes(bytes)}, made in ${seconds} s.`)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
