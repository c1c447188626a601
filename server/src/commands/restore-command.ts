import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setAnchorsAside } from '../audit/chain/audit-anchor.ts'
import { verifyAudit } from '../audit/chain/verify-audit.ts'
import { backupSecrets, refuseWithoutSecrets } from '../backup/backup-secrets.ts'
import { fetchBackup } from '../backup/off-site/fetch-backup.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { restoreBackup, rowsIn } from '../backup/restore-backup.ts'
import type { StartConfig } from '../platform/config/config.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { recordInstallationKind } from '../platform/installation/installation-kind.ts'
import { openDatabase } from '../platform/installation/open-database.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

const usage =
  'Usage: npm run restore -- FILE\n' +
  '       npm run restore -- --off-site [NAME]\n' +
  'Fills a new data folder, or an empty database at DATABASE_URL, from a backup, with --off-site from the one of this name in the bucket, or the newest there. With --check the backup is only read and proven.'

/** `npm run restore -- FILE`: restores into a new data folder or an empty database and verifies the result. */
try {
  const began = performance.now()
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, 'off-site': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [name, ...more] = positionals
  if ((!name && !values['off-site']) || more.length > 0) throw new BootFailure(usage)
  refuseWithoutSecrets(process.env)
  const config = readConfig(process.env)
  const file = values['off-site']
    ? await fetchBackup(config, name, console.log)
    : resolve(process.env.INIT_CWD ?? '.', name ?? '')
  const checked = await checkBackup(file, backupSecrets(config))
  console.log(`${file} is whole: ${describeBackup(checked)}, as of ${checked.head.madeAt}.`)
  if (!values.check) {
    await restore(file, checked, config)
    console.log(`Restored and proven in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  }
} catch (error) {
  const wrongOption = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isBootFailure(error)) console.error(error.message)
  else console.error(wrongOption ? `${error.message}\n${usage}` : error)
  process.exitCode = 1
}

function describeBackup({ contents }: CheckedBackup): string {
  return `${rowsIn(contents).toLocaleString('en-US')} rows of ${contents.tables.length} tables`
}

async function restore(file: string, checked: CheckedBackup, config: StartConfig): Promise<void> {
  const database = await openDatabase(config, console.log)
  try {
    await restoreBackup(database.url, file, checked, backupSecrets(config), console.log)
    // The kind of the installation comes from the backup, regardless of DEMO.
    const kind = await recordInstallationKind(database.url, { requestedKind: null }, null)
    if (kind) console.log(kind === 'demo' ? 'It is a demo.' : 'It is a real agency; it no longer needs DEMO=off.')
    for (const moved of await setAnchorsAside(config.dataDir, new Date()))
      console.log(`Notes of the record so far went to ${moved}.`)
    console.log(`All rows, sums of amounts and references are as they were saved: ${describeBackup(checked)}.`)
    const { problems, events, links } = await verifyAudit(database.url, config)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) throw new BootFailure('The audit record had been altered before it was saved; see above.')
    console.log(`The audit record is whole: ${events.toLocaleString('en-US')} events in ${links} links.`)
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.stop()
  }
}
