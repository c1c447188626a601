import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, runQuietly, say } from '../start/say.mjs'
import { pinnedNode, root } from '../start/set-up.mjs'

/** Chromium without browser UI: the tests need little more than half the CPU with it. */
const shell = '/usr/bin/chromium-headless-shell'

const usual = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

let fetched

/**
 * Starts to install the headless shell from Debian, in parallel with the rest of the set-up, unless it exists;
 * `findChromium` waits for it.
 */
export function fetchChromium() {
  fetched ??= process.env.CHROMIUM_PATH || existsSync(shell) ? Promise.resolve() : installFromDebian()
  return fetched
}

/**
 * Path of a Chromium that runs: CHROMIUM_PATH, the headless shell (root on Debian installs it if missing), another
 * installed one, or Playwright's download. Throws a Refusal with instructions when there is none.
 */
export async function findChromium(env) {
  const path = env.CHROMIUM_PATH
  if (path) {
    if (runs(path)) return path
    throw new Refusal(`CHROMIUM_PATH names ${path}, which does not run. Set it to a Chromium or Chrome.`)
  }
  await fetchChromium()
  return installed() ?? (await fromPlaywright(env)) ?? refuse()
}

function installed() {
  return usual.find((path) => existsSync(path) && runs(path))
}

function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

/** With a Chromium installed, takes the shell of the same version, so that no other package changes. */
async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const version = versionOfDebian()
  const wanted = version ? [`chromium-headless-shell=${version}`] : ['chromium-headless-shell', 'chromium']
  say("Installing Debian's chromium-headless-shell for the browser tests …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', [...failFast, 'update'], { env })
  for (const name of wanted) {
    await runQuietly('apt-get', [...failFast, 'install', '-y', '--no-install-recommends', '--no-remove', name], { env })
    if (installed()) return
  }
}

/** Fails fast on a machine without a network. */
const failFast = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10']

function versionOfDebian() {
  const { stdout } = spawnSync('dpkg-query', ['-s', 'chromium-common'], { encoding: 'utf8' })
  return /^Status: install ok installed$/m.test(stdout ?? '') ? /^Version: (.*)$/m.exec(stdout)?.[1] : undefined
}

async function fromPlaywright(env) {
  const playwright = join(root, 'node_modules/playwright/cli.js')
  const path = async () => {
    const script = "import { chromium } from 'playwright'; console.log(chromium.executablePath())"
    const { output } = await runQuietly(pinnedNode, ['--input-type=module', '-e', script], { cwd: root, env })
    const found = output.trim().split('\n').at(-1)
    return found && existsSync(found) && runs(found) ? found : undefined
  }
  const before = await path()
  if (before) return before
  say("Downloading Playwright's chromium for the browser tests …")
  await runQuietly(pinnedNode, [playwright, 'install', 'chromium'], { cwd: root, env })
  return await path()
}

function refuse() {
  throw new Refusal(
    'The browser tests need a Chromium, and none was found or could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}
