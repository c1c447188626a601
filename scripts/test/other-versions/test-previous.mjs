import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../../start/build-web.mjs'
import { Refusal, run, runMain, say } from '../../start/say.mjs'
import { npmCommand, pinnedNode, root, setUp } from '../../start/set-up.mjs'

/** Tests that try every route by its example. */
const everyRoute = ['server/src/access-matrix']

/**
 * `npm run test:previous -- REF [FILES…]`: yesterday's code on today's schema (P-87). Runs the request tests of the version REF
 * with the migrations of this one, then upgrades two nodes under load from REF to this version.
 */
await runMain(async () => {
  const [ref, ...files] = process.argv.slice(2)
  if (!ref) throw new Refusal('Name the version to test, such as a tag: npm run test:previous -- v0.1.0')
  const env = await setUp()
  await buildWeb(env)
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk-previous-'))
  const previous = join(folder, 'release')
  try {
    unpack(ref, previous)
    await addLibraries(previous, env)
    cpSync(join(root, 'web/dist'), join(previous, 'web/dist'), { recursive: true })
    say(`\n── two nodes under load, from ${ref} to this version ──`)
    const upgrade = await vitest(root, ['server/src/rolling-upgrade.test.ts'], { ...env, TEST_PREVIOUS: previous })
    if (upgrade !== 0) return upgrade
    say(`\n── tests of ${ref} on the schema of this version ──`)
    rmSync(join(previous, 'server/migrations'), { recursive: true })
    cpSync(join(root, 'server/migrations'), join(previous, 'server/migrations'), { recursive: true })
    return await vitest(previous, files.length > 0 ? files : everyRoute, env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function unpack(ref, folder) {
  const archive = `${folder}.tar`
  try {
    execFileSync('git', ['archive', `--output=${archive}`, ref], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new Refusal(`${ref} is no version of this repository: ${error.stderr}`)
  }
  mkdirSync(folder)
  execFileSync('tar', ['-xf', archive, '-C', folder])
}

/** The libraries of this version serve as long as the lock file is the same. */
async function addLibraries(previous, env) {
  const lock = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(previous) !== lock(root)) {
    say('Installing the libraries of that version …')
    const [command, first] = npmCommand()
    const code = await run(command, [...first, 'ci'], { cwd: previous, env })
    if (code !== 0) throw new Refusal('The libraries of that version could not be installed; see above.')
    return
  }
  cpSync(join(root, 'node_modules'), join(previous, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}

async function vitest(folder, files, env) {
  const program = join(folder, 'node_modules/vitest/vitest.mjs')
  const options = ['--project=server', '--reporter=dot', '--retry=0']
  return await run(pinnedNode, [program, 'run', ...options, ...files], { cwd: folder, env })
}
