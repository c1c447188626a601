import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { setAnchorsAside } from '../audit/chain/audit-anchor.ts'
import { verifyAudit } from '../audit/chain/verify-audit.ts'
import { backupSecrets, refuseWithoutSecrets } from '../backup/backup-secrets.ts'
import { finishMoment, restoreMoment } from '../backup/continuous/restore-moment.ts'
import { fetchBackup } from '../backup/off-site/fetch-backup.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { restoreBackup, rowsIn } from '../backup/restore-backup.ts'
import type { StartConfig } from '../platform/config/config.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { recordInstallationKind } from '../platform/installation/installation-kind.ts'
import { openDatabase } from '../platform/installation/open-database.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

const usage =
  'Usage: bin/coverdesk restore FILE\n' +
  '       bin/coverdesk restore --off-site [NAME]\n' +
  '       bin/coverdesk restore --to TIME [--off-site]\n' +
  'Fills a new data folder, or an empty database at DATABASE_URL, from a backup, with --off-site from the one of this name in the bucket, or the newest there, with --to as of this time, such as 2030-01-31T14:30:00-05:00. With --check the backup is only read and proven.'

/** `bin/coverdesk restore FILE`: restores into a new data folder or an empty database and verifies the result. */
try {
  const began = performance.now()
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, 'off-site': { type: 'boolean' }, to: { type: 'string' } },
    allowPositionals: true,
  })
  const [name, ...more] = positionals
  const isOffSite = values['off-site'] ?? false
  const isMoment = values.to !== undefined
  if (more.length > 0 || (isMoment ? name || values.check : !name && !isOffSite)) throw new BootFailure(usage)
  refuseWithoutSecrets(process.env)
  const config = readConfig(process.env)
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(1)
  if (values.to !== undefined) {
    await restoreTo(values.to, isOffSite, config)
    console.log(`Restored and proven in ${seconds()} s.`)
  } else await restoreFile(name, isOffSite, values.check ?? false, config, seconds)
} catch (error) {
  const wrongOption = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isBootFailure(error)) console.error(error.message)
  else console.error(wrongOption ? `${error.message}\n${usage}` : error)
  process.exitCode = 1
}

function describeBackup({ contents }: CheckedBackup): string {
  return `${rowsIn(contents).toLocaleString('en-US')} rows of ${contents.tables.length} tables`
}

async function restoreFile(
  name: string | undefined,
  isOffSite: boolean,
  isCheck: boolean,
  config: StartConfig,
  seconds: () => string,
): Promise<void> {
  const file = isOffSite
    ? await fetchBackup(config, name, console.log)
    : resolve(process.env.INIT_CWD ?? '.', name ?? '')
  const checked = await checkBackup(file, backupSecrets(config))
  console.log(`${file} is whole: ${describeBackup(checked)}, as of ${checked.head.madeAt}.`)
  if (isCheck) return
  await restore(file, checked, config)
  console.log(`Restored and proven in ${seconds()} s.`)
}

async function restore(file: string, checked: CheckedBackup, config: StartConfig): Promise<void> {
  const secrets = backupSecrets(config)
  await complete(config, async (url) => {
    await restoreBackup(url, file, checked, secrets, console.log)
    return `All rows, sums of amounts and references are as they were saved: ${describeBackup(checked)}.`
  })
}

async function restoreTo(text: string, isOffSite: boolean, config: StartConfig): Promise<void> {
  const target = text === 'latest' ? null : momentOf(text)
  console.log(`Restoring to ${target ? target.toISOString() : 'the last moment of the archive'} …`)
  await restoreMoment(config, target, isOffSite, console.log)
  const secrets = backupSecrets(config)
  await complete(config, async (url) => {
    await finishMoment(url, secrets, target, console.log)
    return `The database is as it was at ${target ? target.toISOString() : 'the last moment of the archive'}.`
  })
}

function momentOf(text: string): Date {
  const at = new Date(text)
  const day = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:/.exec(text)?.[1]
  // JavaScript reads February 30 as a day of March, and a day alone as midnight in UTC.
  if (day && !isCalendarDate(day)) throw new BootFailure(`There is no day ${day}.`)
  if (!day || Number.isNaN(at.getTime()))
    throw new BootFailure('--to takes a time such as 2030-01-31T14:30:00-05:00, or latest.')
  if (at.getTime() > Date.now()) throw new BootFailure(`${at.toISOString()} is in the future.`)
  return at
}

/** Opens the database, lets `fill` restore into it, and verifies the audit record. `fill` returns what it restored. */
async function complete(config: StartConfig, fill: (url: string) => Promise<string>): Promise<void> {
  const database = await openDatabase(config, console.log)
  try {
    const restored = await fill(database.url)
    // The kind of the installation comes from the backup, regardless of DEMO.
    const kind = await recordInstallationKind(database.url, { requestedKind: null }, null)
    if (kind) console.log(kind === 'demo' ? 'It is a demo.' : 'It is a real agency; it no longer needs DEMO=off.')
    for (const moved of await setAnchorsAside(config.dataDir, new Date()))
      console.log(`Notes of the record so far went to ${moved}.`)
    console.log(restored)
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
