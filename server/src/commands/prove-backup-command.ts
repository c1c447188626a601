import { basename, resolve } from 'node:path'
import { keptBackups, newestBackup } from '../backup/backup-folder.ts'
import { noteProof } from '../backup/proof-note.ts'
import { proveBackup } from '../backup/prove-backup.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => interruption.abort(new BootFailure('The proof was interrupted; its database was removed.')))

/** `bin/coverdesk prove-backup [FILE]`: restores the file or the newest backup into a throw-away database and verifies it. */
try {
  const began = performance.now()
  const config = readConfig(process.env)
  const [name] = process.argv.slice(2)
  const newest = newestBackup(await keptBackups(config.backupDir))
  const file = name ? resolve(process.env.INIT_CWD ?? '.', name) : newest?.file
  if (!file) throw new BootFailure(`There is no backup in ${config.backupDir}. Make one with: bin/coverdesk backup`)
  const isNewest = file === newest?.file
  try {
    const { rows, events, sealedFields } = await proveBackup(file, config, () => undefined, interruption.signal)
    if (isNewest) await noteProof(config.backupDir, basename(file), new Date(), true)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(
      `${file} was restored and proven in ${seconds} s: ${rows.toLocaleString('en-US')} rows, ${events.toLocaleString('en-US')} audit events, ${sealedFields.toLocaleString('en-US')} sealed fields.`,
    )
  } catch (error) {
    if (isNewest && !interruption.signal.aborted) await noteProof(config.backupDir, basename(file), new Date(), false)
    throw error
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
// What was interrupted may still read the file.
if (interruption.signal.aborted) process.exit()
