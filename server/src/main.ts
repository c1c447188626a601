import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { loadAgencyIdentity } from './agency/load-agency-identity.ts'
import { buildApp } from './app.ts'
import { seedOfflineDemo } from './demo/applications/seed-offline.ts'
import { seedPayoutDemo } from './demo/money/seed-payout-demo.ts'
import { demoSignIns } from './demo/people/demo-sign-ins.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { seedRecordDemo } from './demo/seed-record.ts'
import { featureJobs } from './features.ts'
import { healthSherpaSessions } from './healthsherpa/health-sherpa-sessions.ts'
import { logKeeper } from './logs/log-keeper.ts'
import { loadGeography } from './lookups/load-geography.ts'
import { recheckMessage } from './marketing/recheck-message.ts'
import { networkExchange } from './marketplace/exchange/network-exchange.ts'
import { sandboxExchange } from './marketplace/exchange/sandbox-exchange.ts'
import { outboxDelivery } from './messages/outbox-delivery.ts'
import { cmsPlans } from './plans/cms/cms-plans.ts'
import { sessionKeeper } from './platform/auth/session.ts'
import { openBrands, readBrandsFile } from './platform/config/brands.ts'
import { type Config, configFor, type StartConfig } from './platform/config/config.ts'
import { doubtfulSettings } from './platform/config/doubtful-settings.ts'
import { readConfig, readListenSettings } from './platform/config/read-config.ts'
import { type Db, openPool, type QueryWatch } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { proveSessionLimits } from './platform/db/session-limits.ts'
import { openStandby, type Standby, sampleMs } from './platform/db/standby/standby.ts'
import { checkExposure, checkPortIsFree, explainListenError } from './platform/http/listen/listen-address.ts'
import { readTlsCertificate, tlsCertificateJob } from './platform/http/listen/tls-certificate.ts'
import { proveAuditSecret } from './platform/installation/audit-secret-check.ts'
import { clockDifference } from './platform/installation/clock-difference.ts'
import { diskEncryption } from './platform/installation/disk-encryption.ts'
import { checkInstallationKind, recordInstallationKind } from './platform/installation/installation-kind.ts'
import { openDatabase } from './platform/installation/open-database.ts'
import { type Job, type RunningJobs, startJobs } from './platform/jobs/start-jobs.ts'
import { serverMetrics } from './platform/metrics/server-metrics.ts'
import { isBootFailure } from './platform/runtime/boot-failure.ts'
import { type BackgroundLog, backgroundLog } from './platform/runtime/logging.ts'
import { projectRoot } from './platform/runtime/project-root.ts'
import { proveFieldSecret } from './platform/secrets/prove-field-secret.ts'
import { fieldSealer } from './platform/secrets/sealed-field.ts'
import type { RequestTraces } from './platform/traces/request-traces.ts'
import { loadCatalogue } from './sandbox/load-catalogue.ts'
import { sandboxNotices } from './sandbox/sandbox-notices.ts'
import { makeSetupCode } from './setup/setup-links.ts'
import { maskStoredNumbers } from './uploads/personal-numbers/mask-stored-numbers.ts'
import { sweepImports } from './uploads/runs/sweep-imports.ts'

const say = (line: string) => console.log(line)

/** Starts all parts in order and stops them in reverse order on the first SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const listening = readListenSettings(process.env)
  checkExposure(listening, listening.requestedKind)
  const tls = listening.tls ? await readTlsCertificate(listening.tls, new Date()) : undefined
  await checkPortIsFree(listening)
  // The first write: the secrets of a new data folder.
  const start = readConfig(process.env)
  const brandsByKey = await readBrandsFile(start.brandsFile)
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  const stopping = stopOnSignal(stopAll, start.drainSeconds)
  const opening = openDatabase(start, say)
  stops.push(async () => (await opening.catch(() => null))?.stop())
  const database = await opening
  void database.lost.then((reason) => exitWithoutDatabase(reason, stopAll))
  try {
    const sealer = fieldSealer(start.fieldSecret, start.fieldSecretsEarlier)
    const exposure = checkExposure(start, (await checkInstallationKind(database.url, start)) ?? defaultKind(start))
    if (exposure) say(exposure)
    const applied = await migrate(database.url, undefined, say)
    if (applied.length > 0) say(`The database was brought up to date (${applied.length} migrations).`)
    const config = configFor(await recordInstallationKind(database.url, start, defaultKind(start)), start)
    await proveFieldSecret(database.url, sealer)
    await proveAuditSecret(database.url, config.auditSecret)
    const clock = await clockDifference(database.url)
    if (clock) say(clock)
    const masked = await maskStoredNumbers(database.url)
    if (masked > 0)
      say(
        `Personal numbers of earlier uploads were masked (${masked} rows); see docs/decisions/075-personal-numbers-are-masked-on-their-way-in.md.`,
      )
    await loadGeography(database.url, say)
    if (!config.exchange) await loadCatalogue(database.url, todayIn(new Date()))
    if (config.demo) {
      await seedDemo(database.url, { size: config.demoSize, today: todayIn(new Date()), say })
      await seedOfflineDemo(database.url, { sealer, now: new Date() })
      await seedPayoutDemo(database.url, sealer)
    }
    await proveSessionLimits(database.appUrl)
    const reports: { nested?: (error: Error) => void; slow?: (sentence: string) => void } = {}
    const traces = await startTraces(config)
    const watch: QueryWatch = {
      slow:
        config.slowQueryMs === null
          ? undefined
          : { minMs: config.slowQueryMs, report: (sentence) => reports.slow?.(sentence) },
      onQuery: traces?.noteQuery,
    }
    const db = openPool(database.appUrl, {
      size: 12,
      // Only dangerous under load, so log it instead of failing.
      onNested: (error) => reports.nested?.(error),
      ...watch,
    })
    stops.push(() => db.destroy())
    stops.push(async () => traces?.stop())
    const brands = openBrands(brandsByKey, config)
    await loadAgencyIdentity(db, brands)
    await sweepImports(db, { nothingRuns: config.database.kind === 'embedded' })
    if (config.demo)
      await seedRecordDemo(db, { auditSecret: config.auditSecret, server: config.serverName, now: new Date() })
    const logStore = logKeeper({ db, server: config.serverName })
    stops.push(() => logStore.stop())
    const log = backgroundLog(config.logLevel, logStore)
    reports.nested = (err) => log.failed('Server', { err }, 'A task asked for a second database connection')
    reports.slow = (sentence) => log.failed('Server', {}, sentence)
    database.disk.onChange((sentence, low) => {
      if (low) log.failed('Server', {}, sentence)
      else log.note('Server', sentence)
    })
    const delivery = outboxDelivery({
      db,
      config,
      sealer,
      recheck: recheckMessage({ db, now: () => new Date() }),
      report: ({ sentence, ...failed }) => log.failed('Messages', failed, sentence),
    })
    const exchange = config.exchange
      ? networkExchange({ ...config.exchange, onChange: exchangeNews(log) })
      : sandboxExchange(db, sandboxNotices({ config, sealer, brands }))
    const standby = config.replicaUrl ? openStandby(config.replicaUrl, { onChange: standbyNews(log), ...watch }) : null
    if (standby) stops.push(() => standby.close())
    const services = {
      db,
      standby,
      databaseUrl: database.appUrl,
      config,
      disk: database.disk,
      databaseState: database.state,
      isLeaving: stopping,
      sessions: sessionKeeper(config),
      exchange,
      cmsPlans: config.cms ? cmsPlans({ ...config.cms, onChange: cmsNews(log) }) : null,
      enrollmentSessions: config.healthSherpa ? healthSherpaSessions(config.healthSherpa) : null,
      sealer,
      brands,
      deliverNow: delivery.deliverNow,
      now: () => new Date(),
    }
    const metrics = config.metricsToken ? { of: serverMetrics(), token: config.metricsToken } : undefined
    const app = await buildApp(services, {
      webFolder: join(projectRoot, 'web/dist'),
      keptLog: logStore,
      tls,
      metrics,
      traces,
    })
    let running: RunningJobs | undefined
    stops.push(async () => running?.stop())
    // Before the jobs, one of which may wait for an outgoing message.
    stops.push(() => delivery.stop())
    stops.push(() => app.close())
    const notes = await startNotes(config, database.url, start.requestedKind !== null)
    await listen(app, config)
    const jobs = featureJobs({ services, log, delivery })
    if (standby) jobs.push(standbyJob(standby, db))
    if (config.tls && tls)
      jobs.push(
        tlsCertificateJob(app, config.tls, tls, () =>
          log.note('Server', 'The renewed TLS certificate is used for new connections'),
        ),
      )
    // A stop during the start prevents further steps.
    if (stopping()) return
    running = startJobs(jobs, {
      report: ({ name, failure }, err) => log.failed(failure.category, { err, job: name }, failure.sentence),
      countRun: metrics?.of.countJobRun,
    })
    log.note('Server', startSentence(applied.length))
    await warnOfProtection(config, log)
    for (const doubt of doubtfulSettings(process.env)) {
      say(doubt)
      log.failed('Server', {}, doubt)
    }
    stops.push(async () => log.note('Server', 'Coverdesk is stopping'))
    say(`Coverdesk is ready at ${config.publicUrl}`)
    for (const note of notes) say(note)
  } catch (error) {
    // An error after a stop request is not a failure of the start.
    if (stopping()) return
    await stopAll()
    throw database.explain(error)
  }
}

/** Logs when the Marketplace API becomes unavailable and when it recovers. */
function cmsNews(log: BackgroundLog): Parameters<typeof cmsPlans>[0]['onChange'] {
  return (change) =>
    change.answers
      ? log.note('Marketplace', 'The Marketplace API of CMS answers again')
      : log.failed(
          'Marketplace',
          {},
          `The Marketplace API of CMS does not answer (${change.why}); plans are shown as it said them last`,
        )
}

/** Samples the position of the primary, so that a standby that is too far behind is left alone. */
const standbyJob = (standby: Standby, primary: Db): Job => ({
  name: 'database.sample-position',
  everyMs: sampleMs,
  firstAfterMs: 0,
  failure: { category: 'Server', sentence: 'The position of the database could not be read' },
  run: () => standby.sample(primary),
})

/** Loads OpenTelemetry only when traces are wanted. */
async function startTraces({ traces, serverName }: Config): Promise<RequestTraces | null> {
  if (!traces) return null
  const { requestTraces } = await import('./platform/traces/request-traces.ts')
  return requestTraces({ ...traces, server: serverName })
}

/** Logs when the standby stops to answer, and when it answers again. */
function standbyNews(log: BackgroundLog): (problem: string | null) => void {
  return (problem) =>
    problem === null
      ? log.note('Server', 'The standby answers reads again')
      : log.failed('Server', {}, `The standby answers no reads: ${problem}. The primary answers them`)
}

/** Logs when the exchange becomes unavailable and when it recovers. */
function exchangeNews(log: BackgroundLog): Parameters<typeof networkExchange>[0]['onChange'] {
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
    // The port was taken after the check.
    throw explainListenError(error, { host, port })
  }
}

/** Says at each start of a real agency what the reviewer's guide asks for and this machine does not show (docs/security.md). */
async function warnOfProtection(config: Config, log: BackgroundLog): Promise<void> {
  if (config.demo) return
  if (!config.virusScanner) log.note('Server', 'Attachments are not scanned for viruses: CLAMAV is not set')
  if (config.diskEncryptionStated || config.database.kind === 'external') return
  const encryption = await diskEncryption(config.dataDir)
  if (encryption === 'encrypted') return
  const why = encryption === 'plain' ? 'does not lie on an encrypted disk' : 'may not lie on an encrypted disk'
  const sentence = `The data folder ${why}. Encrypt it, or set DISK_ENCRYPTION=stated when the storage below is encrypted (docs/security.md).`
  say(sentence)
  log.failed('Server', {}, sentence)
}

/** What a start prints once it is ready: the demo's sign-ins, or the one-time link for the first administrator of an agency without users. */
async function startNotes(config: Config, databaseUrl: string, isKindRequested: boolean): Promise<string[]> {
  if (!config.demo) {
    const code = await makeSetupCode(databaseUrl)
    if (code === null) return []
    // The code stands after the #, so that no server and no proxy ever logs it.
    const link = `  ${config.publicUrl}/setup#${code}`
    return ['There are no users yet. Create the first administrator within 24 hours, with this link:', link]
  }
  const agency =
    'This is a demo. For a real agency choose a new data folder: DATA_DIR=/path/to/agency DEMO=off npm start'
  return [...(await demoSignIns(databaseUrl)), ...(isKindRequested ? [] : [agency])]
}

/** Default kind without DEMO: demo for the embedded database, agency for an external one. */
const defaultKind = ({ database, requestedKind }: StartConfig) =>
  requestedKind ?? (database.kind === 'embedded' ? 'demo' : 'agency')

/**
 * Stops all started parts, even during the start; returns whether it did. Before that, the server goes on to answer for
 * `drainSeconds`, in which its readiness tells load balancers to use another node.
 */
function stopOnSignal(stopAll: () => Promise<void>, drainSeconds: number): () => boolean {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    say(`${signal === 'SIGINT' ? 'Ctrl-C' : 'Stop'}: finishing what is running …`)
    // Force the exit after 30 s (P-86).
    setTimeout(() => process.exit(1), (drainSeconds + 30) * 1_000).unref()
    wait(drainSeconds * 1_000)
      .then(stopAll)
      .then(
        () => process.exit(0),
        (error: unknown) => fallOver(error),
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The parent process holds an IPC channel; stop when it closes.
  process.on('disconnect', () => stop('SIGTERM'))
  return () => stopping
}

/**
 * Exits with 1 so that a supervisor restarts the server. Closes parts with a short timeout, because waiting for the database
 * must not delay the exit.
 */
function exitWithoutDatabase(reason: Error, stopAll: () => Promise<void>): void {
  console.error(`\n${reason.message}\n`)
  setTimeout(() => process.exit(1), 5_000)
  stopAll().then(
    () => process.exit(1),
    () => process.exit(1),
  )
}

function fallOver(error: unknown): void {
  if (isBootFailure(error)) console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

main().catch(fallOver)
