import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isReady } from './is-ready.mjs'
import { refreshUnit } from './refresh-unit.mjs'
import { Refusal, run, runMain, say } from './say.mjs'
import { serviceDefaults, serviceSettings, settingsFile } from './service-settings.mjs'
import { isRelease, pinnedNode, root, setUp } from './set-up.mjs'

const options = {
  link: { type: 'string', default: '/opt/coverdesk' },
  settings: { type: 'string', default: process.env.COVERDESK_SETTINGS || settingsFile },
  stop: { type: 'string', default: 'systemctl stop coverdesk' },
  start: { type: 'string', default: 'systemctl start coverdesk' },
  unit: { type: 'string', default: '/etc/systemd/system/coverdesk.service' },
  reload: { type: 'string', default: 'systemctl daemon-reload' },
  wait: { type: 'string', default: '600' },
}

/**
 * `bin/coverdesk upgrade`, in the folder of the new release: backs up with the installed release, proves the backup and the new
 * migrations in a throw-away database, then stops, migrates, starts and checks the health. Goes back to the installed
 * release and its database if a step fails or a signal interrupts it.
 */
await runMain(async () => {
  const { values } = parseArgs({ options })
  if (!isRelease) throw new Refusal('Run this in the folder of an unpacked release (npm run pack makes one).')
  const env = { ...serviceDefaults, ...(await setUp()), ...serviceSettings(values.settings) }
  const database = env.DATABASE_URL || env.DATABASE_URL_FILE ? null : databaseIn(env.DATA_DIR)
  if (database) refuseEarlierCopy(database, values)
  const old = installedRelease(values.link)
  const upgrade = { ...values, old, env, waitMs: Number(values.wait) * 1_000, interruption: watchSignals() }
  say(`Upgrading ${versionOf(old)} to ${versionOf(root)}. Backing up …`)
  const backup = await backUp(upgrade)
  say(`${backup}\nRestoring it with ${versionOf(root)} into a throw-away database, with all migrations …`)
  const proof = await command(root, 'prove-backup', upgrade, { args: [backup], isInterruptible: true })
  if (proof.code !== 0) throw new Refusal(`${proof.output}\nNothing was changed; ${versionOf(old)} runs on.`)
  upgrade.interruption.throwIfAborted()
  say(`${proof.output.trim()}\nStopping the service …`)
  await stopAndCopy(upgrade, database)
  const problem = await install(upgrade)
  if (problem) throw new Refusal(await goBack(upgrade, { problem, database, backup }))
  if (database) rmSync(database.copy, { recursive: true })
  say(`${versionOf(root)} runs. The backup from before is ${backup}.`)
})

/**
 * Aborts at a signal. The programs of the steps run in process groups of their own, so that Ctrl-C ends none of them but
 * through this, and going back is not interrupted.
 */
function watchSignals() {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(name, () => {
      if (!interruption.signal.aborted) say(`${name}: the upgrade ends after this step and goes back …`)
      interruption.abort(new Refusal('The upgrade was interrupted.'))
    })
  // After SIGHUP, the terminal is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return interruption.signal
}

function installedRelease(link) {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Refusal(`${link} is not a link to the installed release. Name the link with --link.`)
  const old = realpathSync(link)
  if (old === root) throw new Refusal(`${versionOf(root)} is installed already.`)
  return old
}

/** Folder of the embedded database, and of its copy from before the upgrade. */
function databaseIn(dataDir) {
  const note = join(dataDir, 'postgres-lives-in')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres')
  return { dataDir, folder, copy: `${folder}-before-upgrade` }
}

/** After a power failure during an upgrade, the copy may be the only database that the installed release can open. */
function refuseEarlierCopy({ folder, copy }, { link, stop, start }) {
  if (!existsSync(copy)) return
  throw new Refusal(
    `An earlier upgrade did not finish and left the database from before it: ${copy}. Nothing was changed.
- If Coverdesk runs and its data is right, remove that folder, and upgrade again.
- If not, go back first: run "${stop}", move ${folder} away, rename ${copy} to ${folder}, point ${link} to the release from before, and run "${start}".`,
  )
}

/** Stops the service and copies its database; starts it again when one of them fails. */
async function stopAndCopy(upgrade, database) {
  const { old, env, stop, interruption } = upgrade
  try {
    await service(stop, env)
    if (database) await copyDatabase(database, interruption)
    interruption.throwIfAborted()
  } catch (error) {
    if (database) rmSync(database.copy, { recursive: true, force: true })
    const answer = await startAndWait(upgrade)
    const state = answer === null ? `${versionOf(old)} runs again.` : `${versionOf(old)} does not start: ${answer}`
    throw new Refusal(`${error.message}\nNothing was changed. ${state}`)
  }
}

/** Migrates and starts this release; returns what went wrong, or null. */
async function install(upgrade) {
  const done = { isMigrated: false, isStarted: false }
  try {
    say('Migrating …')
    const migration = await command(root, 'migrate', upgrade)
    done.isMigrated = migration.output.includes('Applied ')
    if (migration.code !== 0) throw new Refusal(migration.output.trim())
    upgrade.interruption.throwIfAborted()
    say(`${migration.output.trim()}\nStarting ${versionOf(root)} …`)
    relink(upgrade.link, root)
    await replaceUnit(upgrade, upgrade.old, root)
    done.isStarted = true
    const answer = await startAndWait(upgrade, upgrade.interruption)
    return answer === null ? null : { text: answer, ...done }
  } catch (error) {
    return { text: error instanceof Refusal ? error.message : error.stack, ...done }
  }
}

/** Returns to the installed release and its database; returns what to tell. */
async function goBack(upgrade, { problem, database, backup }) {
  const { old, link, env, stop } = upgrade
  const reason = `${problem.text}\nThe upgrade failed, see above.`
  try {
    await service(stop, env)
    relink(link, old)
    await replaceUnit(upgrade, root, old)
    if (database) putBack(database, problem)
    else if (problem.isMigrated)
      return `${reason} The database at DATABASE_URL has the new schema, on which ${versionOf(old)} does not start. Restore ${backup} into an empty database, or your PostgreSQL to the time before the upgrade. The service is stopped.`
  } catch (error) {
    const where = database && existsSync(database.copy) ? ` The database from before is ${database.copy}.` : ''
    return `${reason} Going back to ${versionOf(old)} failed too: ${error.message}${where} The backup is ${backup}.`
  }
  const answer = await startAndWait(upgrade)
  if (answer !== null) return `${reason} ${versionOf(old)} does not start either: ${answer} The backup is ${backup}.`
  return `${reason} ${versionOf(old)} runs again, with the database from before.`
}

/** Renames before it removes, so that nothing is lost: between the two renames the copy is whole, and the next upgrade names it. */
function putBack({ dataDir, folder, copy }, { isStarted }) {
  const failed = `${folder}-of-failed-upgrade`
  rmSync(failed, { recursive: true, force: true })
  renameSync(folder, failed)
  renameSync(copy, folder)
  rmSync(failed, { recursive: true })
  if (isStarted) setAnchorsAside(dataDir)
}

/** As a restore does: what the new release noted of the audit record is not in the database from before. */
function setAnchorsAside(dataDir) {
  const until = `until-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  for (const name of ['audit-anchor.earlier', 'audit-anchor']) {
    const file = join(dataDir, `${name}.log`)
    if (existsSync(file)) renameSync(file, join(dataDir, `${name}.${until}.log`))
  }
}

async function backUp(upgrade) {
  const { code, output } = await command(upgrade.old, 'backup', upgrade, { isInterruptible: true })
  const file = /^(\/.*\.backup) holds /m.exec(output)?.[1]
  if (code !== 0 || !file) throw new Refusal(`${output}\nNothing was changed; ${versionOf(upgrade.old)} runs on.`)
  return file
}

/** Copies the stopped embedded database, so that going back loses nothing and takes no restore. */
async function copyDatabase({ folder, copy }, signal) {
  const draft = `${copy}.part`
  rmSync(draft, { recursive: true, force: true })
  say('Copying the database …')
  try {
    const code = await run('cp', ['-a', '--reflink=auto', folder, draft], { detached: true, signal })
    if (code !== 0) throw new Refusal('The database could not be copied, see above.')
    renameSync(draft, copy)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Runs a command of a release as the owner of the data folder and returns its exit code and output. A signal ends an
 * interruptible one.
 */
function command(release, name, { env, interruption }, { args = [], isInterruptible = false } = {}) {
  const owner = statSync(env.DATA_DIR, { throwIfNoEntry: false })
  const asOwner = process.getuid() === 0 && owner ? { uid: owner.uid, gid: owner.gid } : {}
  return new Promise((done, fail) => {
    const file = join(release, `server/src/commands/${name}-command.ts`)
    const node = pinnedNode.replace(root, release)
    const child = spawn(node, [file, ...args], {
      cwd: release,
      env,
      ...asOwner,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill()
    if (isInterruptible) interruption.addEventListener('abort', end)
    if (isInterruptible && interruption.aborted) end()
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', fail)
    child.on('close', (code) => {
      interruption.removeEventListener('abort', end)
      done({ code, output })
    })
  })
}

async function service(line, env) {
  if ((await run('sh', ['-c', line], { env, detached: true })) !== 0) throw new Refusal(`"${line}" failed; see above.`)
}

/** Starts the service; null when it accepts requests in time, else what is wrong. Throws when `signal` is aborted. */
async function startAndWait({ start, env, waitMs }, signal) {
  if ((await run('sh', ['-c', start], { env, detached: true })) !== 0) return `"${start}" failed; see above.`
  const until = Date.now() + waitMs
  while (Date.now() < until) {
    if (await isReady(env)) return null
    signal?.throwIfAborted()
    await pause(500)
  }
  return `The service does not answer at /health/ready after ${waitMs / 1_000} s.`
}

async function replaceUnit({ unit, reload, env }, from, to) {
  const { isChanged, isEdited } = refreshUnit(unit, from, to)
  if (isEdited) say(`${unit} was edited here and stays as it is. ${to}/deploy/coverdesk.service has changes.`)
  if (isChanged) await service(reload, env)
}

function relink(link, target) {
  if (realpathSync(link) === target) return
  const draft = `${link}.new`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, link)
}

function versionOf(release) {
  return `Coverdesk ${JSON.parse(readFileSync(join(release, 'release.json'), 'utf8')).version}`
}
