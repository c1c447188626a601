import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get as getOverTls } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { Refusal, run, runMain, say } from './say.mjs'
import { isRelease, pinnedNode, root, setUp } from './set-up.mjs'

const options = {
  link: { type: 'string', default: '/opt/coverdesk' },
  settings: { type: 'string', default: '/etc/coverdesk/settings' },
  stop: { type: 'string', default: 'systemctl stop coverdesk' },
  start: { type: 'string', default: 'systemctl start coverdesk' },
  wait: { type: 'string', default: '600' },
}

/**
 * `npm run upgrade`, in the folder of the new release: backs up with the installed release, proves the backup and the new
 * migrations in a throw-away database, then stops, migrates, starts and checks the health. Goes back to the installed
 * release and its database if a step fails.
 */
await runMain(async () => {
  const { values } = parseArgs({ options })
  const old = installedRelease(values.link)
  const env = { DEMO: 'off', DATA_DIR: '/var/lib/coverdesk', ...(await setUp()), ...settingsIn(values.settings) }
  const upgrade = { ...values, old, env, waitMs: Number(values.wait) * 1_000 }
  say(`Upgrading ${versionOf(old)} to ${versionOf(root)}. Backing up …`)
  const backup = await backUp(upgrade)
  say(`${backup}\nRestoring it with ${versionOf(root)} into a throw-away database, with all migrations …`)
  const proof = await command(root, 'prove-backup', upgrade, [backup])
  if (proof.code !== 0) throw new Refusal(`${proof.output}\nNothing was changed; ${versionOf(old)} runs on.`)
  say(`${proof.output.trim()}\nStopping the service …`)
  await service(upgrade.stop, env)
  const saved = env.DATABASE_URL || env.DATABASE_URL_FILE ? null : await copyDatabase(env.DATA_DIR)
  const problem = await install(upgrade)
  if (problem) throw new Refusal(await goBack(upgrade, { problem, saved, backup }))
  if (saved) rmSync(saved.copy, { recursive: true })
  say(`${versionOf(root)} runs. The backup from before is ${backup}.`)
})

function installedRelease(link) {
  if (!isRelease) throw new Refusal('Run this in the folder of an unpacked release (npm run pack makes one).')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Refusal(`${link} is not a link to the installed release. Name the link with --link.`)
  const old = realpathSync(link)
  if (old === root) throw new Refusal(`${versionOf(root)} is installed already.`)
  return old
}

/** Migrates and starts this release; returns what went wrong, or null. */
async function install(upgrade) {
  say('Migrating …')
  const migration = await command(root, 'migrate', upgrade)
  if (migration.code !== 0) return { text: migration.output.trim(), migrated: false }
  say(`${migration.output.trim()}\nStarting ${versionOf(root)} …`)
  const migrated = migration.output.includes('Applied ')
  relink(upgrade.link, root)
  const answer = await startAndWait(upgrade)
  return answer === null ? null : { text: answer, migrated }
}

async function goBack(upgrade, { problem, saved, backup }) {
  const { old, link, env, stop } = upgrade
  const reason = `${problem.text}\nThe upgrade failed, see above.`
  await service(stop, env)
  relink(link, old)
  if (saved) {
    rmSync(saved.folder, { recursive: true })
    renameSync(saved.copy, saved.folder)
  } else if (problem.migrated)
    return `${reason} The database at DATABASE_URL has the new schema, on which ${versionOf(old)} does not start. Restore ${backup} into an empty database, or your PostgreSQL to the time before the upgrade. The service is stopped.`
  const answer = await startAndWait(upgrade)
  if (answer !== null) return `${reason} ${versionOf(old)} does not start either: ${answer} The backup is ${backup}.`
  return `${reason} ${versionOf(old)} runs again, with the database from before.`
}

async function backUp(upgrade) {
  const { code, output } = await command(upgrade.old, 'backup', upgrade)
  const file = /^(\/.*\.backup) holds /m.exec(output)?.[1]
  if (code !== 0 || !file) throw new Refusal(`${output}\nNothing was changed; ${versionOf(upgrade.old)} runs on.`)
  return file
}

/** Copies the stopped embedded database, so that going back loses nothing and takes no restore. */
async function copyDatabase(dataDir) {
  const note = join(dataDir, 'postgres-lives-in')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres')
  const copy = `${folder}-before-upgrade`
  rmSync(copy, { recursive: true, force: true })
  say('Copying the database …')
  if ((await run('cp', ['-a', '--reflink=auto', folder, copy])) !== 0) {
    rmSync(copy, { recursive: true, force: true })
    throw new Refusal(`The database could not be copied, see above. Nothing was changed; start the service again.`)
  }
  return { folder, copy }
}

/** Runs a command of a release as the owner of the data folder and returns its exit code and output. */
function command(release, name, { env }, args = []) {
  const owner = statSync(env.DATA_DIR, { throwIfNoEntry: false })
  const asOwner = process.getuid() === 0 && owner ? { uid: owner.uid, gid: owner.gid } : {}
  return new Promise((done, fail) => {
    const file = join(release, `server/src/commands/${name}-command.ts`)
    const node = pinnedNode.replace(root, release)
    const child = spawn(node, [file, ...args], { cwd: release, env, ...asOwner, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', fail)
    child.on('close', (code) => done({ code, output }))
  })
}

async function service(line, env) {
  if ((await run('sh', ['-c', line], { env })) !== 0) throw new Refusal(`"${line}" failed; see above.`)
}

/** Starts the service; null when it accepts requests in time, else what is wrong. */
async function startAndWait({ start, env, waitMs }) {
  if ((await run('sh', ['-c', start], { env })) !== 0) return `"${start}" failed; see above.`
  const until = Date.now() + waitMs
  while (Date.now() < until) {
    if (await isReady(env)) return null
    await pause(500)
  }
  return `The service does not answer at /health/ready after ${waitMs / 1_000} s.`
}

function isReady({ PORT = '8080', HOST = '127.0.0.1', TLS_CERT }) {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  const get = TLS_CERT ? getOverTls : getPlain
  return new Promise((done) => {
    // The certificate is for the public name.
    get({ host, port: PORT, path: '/health/ready', timeout: 4_000, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
      .on('timeout', () => done(false))
      .on('error', () => done(false))
  })
}

function relink(link, target) {
  const draft = `${link}.new`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, link)
}

function settingsIn(file) {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

function versionOf(release) {
  return `Coverdesk ${JSON.parse(readFileSync(join(release, 'release.json'), 'utf8')).version}`
}
