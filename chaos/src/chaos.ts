import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import { unmountSmallDisk } from '@coverdesk/server/src/testing/faults/small-disk.ts'
import { makeTestFolder, removeLeftFolders, removeStoppedFolder } from '@coverdesk/server/src/testing/test-folder.ts'
import { faultSchedule, faultText } from './faults/fault-schedule.ts'
import { chaosReport, isWhole, runLine } from './report/chaos-report.ts'
import { keepRuns, missingRuns, readRuns } from './report/kept-runs.ts'
import { type RunSummary, runSummary } from './report/run-summary.ts'
import { readChaosFlags, usage } from './run/chaos-flags.ts'
import { makeAgency } from './run/make-agency.ts'
import { runChaos } from './run/run-chaos.ts'
import type { RunResult, RunSettings } from './run/run-settings.ts'
import { preparedInstallations } from './topologies/prepared-installations.ts'

/**
 * `npm run chaos`: simulated users work while processes, networks, clocks and disks fail; then what is stored is compared with
 * the answers that they got. Writes docs/generated/chaos.md, keeps its runs beside it, and exits with 1 if a promise was broken.
 */
const { runs: wanted, writesReport, resumes } = flags()
const keptFile = join(projectRoot, 'docs/generated/chaos-runs.ndjson')
const results = resumes ? readRuns(keptFile) : []
const runs = missingRuns(wanted, results)
const commit = presentCommit()
await removeLeftFolders(prefix())
const base = makeTestFolder(prefix())
const installations = preparedInstallations(base, (ownerUrl) =>
  makeAgency(ownerUrl, Math.max(...runs.map(({ users }) => users))),
)
/** The small disk of the present run, which must not outlive it. */
let disk = ''
process.on('exit', () => existsSync(disk) && unmountSmallDisk(disk))
process.once('SIGINT', () => process.exit(130))
try {
  for (const [at, settings] of runs.entries()) {
    results.push(await runOne(settings, join(base, `run-${at + 1}`)))
    if (!writesReport) continue
    keepRuns(keptFile, results)
    writeFileSync(join(projectRoot, 'docs/generated/chaos.md'), chaosReport(results))
  }
} finally {
  removeStoppedFolder(base)
}
process.exit(results.every(isWhole) ? 0 : 1)

function prefix(): string {
  return 'coverdesk-chaos-'
}

function flags() {
  try {
    return readChaosFlags(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** Read when the runs start: work may go on during them. */
function presentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

async function runOne(settings: RunSettings, folder: string): Promise<RunSummary> {
  const load = loadavg()[0] ?? 0
  const { seed, topology, seconds } = settings
  const faults = faultSchedule(seed, topology, seconds)
  disk = join(folder, 'disk')
  console.log(`\n${topology}, seed ${seed}, ${seconds} s: ${faults.map(faultText).join('; ')}`)
  const installation = await installations.start(
    topology,
    folder,
    faults.some(({ kind }) => kind === 'fill disk'),
  )
  try {
    const result = await runChaos(settings, installation)
    const summary = runSummary(result, { commit, load })
    console.log(runLine(summary))
    for (const sentence of summary.broken) console.log(`  ${sentence}`)
    if (!isWhole(summary)) keep(result, folder)
    return summary
  } finally {
    await installation.stop()
    if (existsSync(disk)) unmountSmallDisk(disk)
    removeStoppedFolder(folder)
  }
}

/** The log of a run that broke a promise stays beside the folder, which is removed. */
function keep({ settings, log }: RunResult, folder: string): void {
  const file = `${folder.replaceAll('/run-', '-')}-${settings.topology}-${settings.seed}.json`
  writeFileSync(file, JSON.stringify(log, null, 1))
  console.log(`  The operations with their answers are in ${file}`)
}
