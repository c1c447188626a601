import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, runQuietly, say } from './say.mjs'
import { pinnedNode, root } from './set-up.mjs'

/** The headless shell first: it shows the same pages with a third less work than the whole browser. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const packages = ['chromium-headless-shell', 'chromium']

/**
 * The path of a Chromium that runs: CHROMIUM_PATH, one that is installed, Debian's package (as root), or as the last
 * resort the one that Playwright downloads. Throws a Refusal that says what to do when none can be had.
 */
export async function findChromium(env) {
  const given = env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Refusal(`CHROMIUM_PATH names ${given}, which does not run. Set it to a Chromium or Chrome.`)
  }
  return installed() ?? (await fromDebian()) ?? (await fromPlaywright(env)) ?? refuse()
}

function installed() {
  return usual.find((path) => existsSync(path) && runs(path))
}

function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say("Installing Debian's chromium for the browser tests …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update'], { env })
  for (const name of packages) {
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
    const found = installed()
    if (found) return found
  }
  return undefined
}

async function fromPlaywright(env) {
  const playwright = join(root, 'node_modules/playwright/cli.js')
  const path = async () => {
    const ask = "import { chromium } from 'playwright'; console.log(chromium.executablePath())"
    const { output } = await runQuietly(pinnedNode, ['--input-type=module', '-e', ask], { cwd: root, env })
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
