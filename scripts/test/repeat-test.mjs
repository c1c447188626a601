import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trackedFiles } from '../checks/tracked-files.mjs'
import { buildWeb } from '../start/build-web.mjs'
import { Refusal, runMain, runQuietly, say } from '../start/say.mjs'
import { root, setUp } from '../start/set-up.mjs'
import { findTests } from './find-tests.mjs'
import { summaryOf } from './test-results.mjs'
import { runBrowser, runUnitOnce } from './test-stages.mjs'

/**
 * `npm run test:repeat NAME [TIMES]`: runs tests TIMES times (10 by default), each time in a new process, on a new database
 * and without a retry, and prints how many runs failed. NAME is a part of a path (`access/sign-in`) or of a title
 * (`OFFLINE-15`). Each run of unit tests draws generated inputs from another seed; `TEST_SEED=… npm test -- unit FILE`
 * repeats one.
 */
await runMain(async () => {
  const [name, times = '10'] = process.argv.slice(2)
  const count = Number(times)
  if (!name || !Number.isInteger(count) || count < 1) throw new Refusal('Usage: npm run test:repeat NAME [TIMES]')
  const { unit, browser } = findTests(name, testFiles())
  if (!unit && !browser) throw new Refusal(`No test has "${name}" in its path or title.`)
  const env = await setUp()
  if (browser) await buildWeb(env)
  let failures = 0
  for (let run = 1; run <= count; run++) {
    const seed = randomInt(2 ** 31)
    const results = await runOnce(unit, browser, { ...env, TEST_SEED: String(seed) })
    const hasFailed = results.some(({ failed }) => failed.length > 0)
    if (hasFailed) failures++
    say(`run ${run} of ${count}: ${hasFailed ? `failed (TEST_SEED=${seed})` : 'passed'}${summaryOf(results)}`)
  }
  say(`\n${failures} of ${count} runs failed`)
  return failures > 0 ? 1 : 0
})

async function runOnce(unit, browser, env) {
  const quietly = async (...command) => (await runQuietly(...command)).code
  return [
    ...(unit ? [await runUnitOnce(env, unit, quietly)] : []),
    ...(browser ? [await runBrowser(env, ['--retries=0', ...browser], quietly)] : []),
  ]
}

function testFiles() {
  const paths = trackedFiles().filter((path) => /\.(?:test|e2e)\.(?:tsx?|mjs)$/.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
