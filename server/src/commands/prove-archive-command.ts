import { proveArchive } from '../backup/continuous/prove-archive.ts'
import { noteProof } from '../backup/proof-note.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => interruption.abort(new BootFailure('The proof was interrupted; its database was removed.')))

/** `bin/coverdesk prove-archive`: restores base backup and log to a moment of the running database and compares both. */
try {
  const began = performance.now()
  const config = readConfig(process.env)
  const note = async (isProven: boolean) =>
    await noteProof(config.backupDir, 'archive', new Date(), isProven, 'archive')
  try {
    const { at, rows, events, sealedFields } = await proveArchive(config, () => undefined, interruption.signal)
    await note(true)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(
      `The archive was restored to ${at.toISOString()} and proven in ${seconds} s: ${rows.toLocaleString('en-US')} rows, ${events.toLocaleString('en-US')} audit events, ${sealedFields.toLocaleString('en-US')} sealed fields.`,
    )
  } catch (error) {
    if (!interruption.signal.aborted) await note(false)
    throw error
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
