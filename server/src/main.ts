import { join } from 'node:path'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { keepSignInsSwept } from './access/sweep-sign-ins.ts'
import { buildApp } from './app.ts'
import { auditSealer } from './audit/audit-sealer.ts'
import { keepBackups } from './backup/keep-backups.ts'
import { keepComparing } from './contacts/compare-contacts.ts'
import { closeDemoAccounts, demoNeeded, demoSignIns } from './demo/demo-sign-ins.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { seedOfflineDemo } from './demo/seed-offline.ts'
import { seedRecordDemo } from './demo/seed-record.ts'
import { keepEnrolling } from './enrollment/enrollment-sender.ts'
import { logKeeper } from './logs/log-keeper.ts'
import { loadGeography } from './lookups/load-geography.ts'
import { networkExchange } from './marketplace/network-exchange.ts'
import { sandboxExchange } from './marketplace/sandbox-exchange.ts'
import { outboxDelivery } from './messages/outbox-delivery.ts'
import { BootFailure, hasCode } from './platform/boot-failure.ts'
import { type Config, projectRoot, readConfig } from './platform/config.ts'
import { openPool } from './platform/database.ts'
import { type BackgroundLog, backgroundLog } from './platform/logging.ts'
import { migrate } from './platform/migrate.ts'
import { openDatabase } from './platform/open-database.ts'
import { proveFieldSecret } from './platform/seal-check.ts'
import { fieldSealer } from './platform/sealed-field.ts'
import { sessionKeeper } from './platform/session.ts'
import { proveSessionLimits } from './platform/session-limits.ts'
import { keepRetaining } from './retention/keep-retaining.ts'
import { loadCatalogue } from './sandbox/load-catalogue.ts'
import { brandOf, readBrands } from './shell/brands.ts'
import { sweepImports } from './uploads/sweep-imports.ts'

const say = (line: string) => console.log(line)

/** Starts everything in its order, and stops it in the reverse one on the first SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const brands = await readBrands(config.brandsFile)
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  const stopping = stopOnSignal(stopAll)
  const opening = openDatabase(config, say)
  stops.push(async () => (await opening.catch(() => null))?.stop())
  const database = await opening
  void database.lost.then((reason) => exitWithoutDatabase(reason, stopAll))
  try {
    const sealer = fieldSealer(config.fieldSecret, config.fieldSecretsEarlier)
    const applied = await migrate(database.url)
    if (applied.length > 0) say(`The database was brought up to date (${applied.length} migrations).`)
    await proveFieldSecret(database.url, sealer)
    await loadGeography(database.url, say)
    if (!config.exchange) await loadCatalogue(database.url, todayIn(new Date()))
    if (config.demo && (await demoNeeded(database.url)))
      await seedDemo(database.url, { size: config.demoSize, today: todayIn(new Date()), say })
    if (config.demo) await seedOfflineDemo(database.url, { sealer, now: new Date() })
    if (!config.demo) await closeDemoAccounts(database.url)
    await proveSessionLimits(database.appUrl)
    const db = openPool(database.appUrl, { size: 12 })
    stops.push(() => db.destroy())
    await sweepImports(db, { nothingRuns: config.database.kind === 'embedded' })
    if (config.demo)
      await seedRecordDemo(db, { auditSecret: config.auditSecret, server: config.serverName, now: new Date() })
    const kept = logKeeper({ db, server: config.serverName })
    stops.push(() => kept.stop())
    const log = backgroundLog(config.logLevel, kept)
    database.disk.tell((sentence, low) => {
      if (low) log.failed('Server', {}, sentence)
      else log.note('Server', sentence)
    })
    const auditing = auditSealer({
      db,
      config,
      report: (err) => log.failed('Audit', { err }, 'The record could not be sealed'),
    })
    stops.push(() => auditing.stop())
    const delivery = outboxDelivery({
      db,
      config,
      sealer,
      report: (failed) => log.failed('Messages', failed, 'A message did not go out'),
    })
    stops.push(() => delivery.stop())
    const sweeping = keepSignInsSwept(db, (err) => log.failed('Sign-in', { err }, 'Old sign-ins could not be swept'))
    stops.push(() => sweeping.stop())
    const comparing = keepComparing(db, (err) => log.failed('Contacts', { err }, 'Contacts could not be compared'))
    stops.push(() => comparing.stop())
    const retention = keepRetaining(db, config, {
      failed: (err) => log.failed('Retention', { err }, 'What is due could not be destroyed'),
      destroyed: ({ class: name, count }) => log.note('Retention', `Destroyed what was due: ${count} of ${name}`),
    })
    stops.push(() => retention.stop())
    const backups = keepBackups(config, {
      made: (sentence) => log.note('Backup', sentence),
      failed: (sentence) => log.failed('Backup', {}, `No backup could be made: ${sentence}`),
    })
    stops.push(() => backups.stop())
    const exchange = config.exchange
      ? networkExchange({ ...config.exchange, tell: exchangeNews(log) })
      : sandboxExchange(db)
    const enrolling = keepEnrolling(db, exchange, (err) =>
      log.failed('Marketplace', { err }, 'An enrollment was not confirmed'),
    )
    stops.push(() => enrolling.stop())
    const services = {
      db,
      databaseUrl: database.appUrl,
      config,
      disk: database.disk,
      databaseState: database.state,
      sessions: sessionKeeper(config),
      exchange,
      sealer,
      brandName: brandOf(brands, new URL(config.publicUrl).host).name,
      deliverNow: delivery.deliverNow,
      now: () => new Date(),
    }
    const app = await buildApp(services, { brands, webFolder: join(projectRoot, 'web/dist'), keptLog: kept })
    stops.push(() => app.close())
    await listen(app, config)
    delivery.start()
    auditing.start()
    log.note('Server', startSentence(applied.length))
    stops.push(async () => log.note('Server', 'Coverdesk is stopping'))
    await announce(config, database.url)
  } catch (error) {
    // Stopped halfway, what was being done fails; that is no failure of the start.
    if (stopping()) return
    await stopAll()
    throw database.explain(error)
  }
}

/** Puts into the log when the exchange stops answering, and when it answers again. */
function exchangeNews(log: BackgroundLog): Parameters<typeof networkExchange>[0]['tell'] {
  return (change) =>
    change.answers
      ? log.note('Marketplace', 'The exchange answers again')
      : log.failed(
          'Marketplace',
          {},
          `The exchange does not answer (${change.why}); what it said last is shown with its age`,
        )
}

const startSentence = (migrations: number) =>
  migrations > 0 ? `Coverdesk started, after ${migrations} migrations of its database` : 'Coverdesk started'

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE'))
      throw new BootFailure(`Port ${port} on ${host} is taken. Stop what uses it, or choose another with PORT=…`)
    if (hasCode(error, 'EACCES'))
      throw new BootFailure(`Port ${port} may not be opened by this user. Choose one above 1023 with PORT=…`)
    if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
      throw new BootFailure(`The address ${host} is not one of this machine. Change HOST.`)
    throw error
  }
}

async function announce(config: Config, databaseUrl: string): Promise<void> {
  say(`Coverdesk is ready at ${config.publicUrl}`)
  for (const line of config.demo ? await demoSignIns(databaseUrl) : []) say(line)
}

/** Stops what has begun, also in the middle of a start; answers whether it does so. */
function stopOnSignal(stopAll: () => Promise<void>): () => boolean {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    say(`${signal === 'SIGINT' ? 'Ctrl-C' : 'Stop'}: finishing what is running …`)
    // What does not end within 30 s is cut off (P-86).
    setTimeout(() => process.exit(1), 30_000).unref()
    stopAll().then(
      () => process.exit(0),
      (error: unknown) => fallOver(error),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The starter holds a channel to us: when it is killed, we stop as if asked.
  process.on('disconnect', () => stop('SIGTERM'))
  return () => stopping
}

/**
 * Exits with 1 for a supervisor to start us again. What can still be closed is given a moment, but nothing that waits for
 * the database may hold up the exit.
 */
function exitWithoutDatabase(reason: BootFailure, stopAll: () => Promise<void>): void {
  console.error(`\n${reason.message}\n`)
  setTimeout(() => process.exit(1), 5_000)
  stopAll().then(
    () => process.exit(1),
    () => process.exit(1),
  )
}

function fallOver(error: unknown): void {
  if (error instanceof BootFailure) console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

main().catch(fallOver)
