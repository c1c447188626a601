import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trackedFiles } from '../checks/tracked-files.mjs'
import { buildWeb } from '../start/build-web.mjs'
import { Refusal, run, runMain, say } from '../start/say.mjs'
import { root, setUp } from '../start/set-up.mjs'
import { findTests } from './find-tests.mjs'
import { readSeed } from './read-seed.mjs'
import { summaryOf } from './test-results.mjs'
import { runBrowser, runUnit } from './test-stages.mjs'

/**
 * `npm run test:repeat NAME [TIMES]`: runs tests TIMES times (20 by default) in place, which means on the same database and
 * server, without a retry. NAME is a part of a path (`access/sign-in`) or of a title (`OFFLINE-15`).
 * Properties draw other inputs each time; `-- --seed N` repeats them.
 */
await runMain(async () => {
  const { seed, rest } = readSeed(process.argv.slice(2))
  const [name, times = '20'] = rest
  const count = Number(times)
  if (!name || !Number.isInteger(count) || count < 1) throw new Refusal('Usage: npm run test:repeat NAME [TIMES]')
  const { unit, browser } = findTests(name, testFiles())
  if (!unit && !browser) throw new Refusal(`No test has "${name}" in its path or title.`)
  const env = { ...(await setUp()), TEST_SEED: seed }
  if (browser) await buildWeb(env)
  const results = [
    ...(unit ? [await runUnit(env, ['--retry=0', `--repeats=${count - 1}`, ...unit], run)] : []),
    ...(browser ? [await runBrowser(env, ['--retries=0', `--repeat-each=${count}`, ...browser], run)] : []),
  ]
  const failed = results.flatMap((result) => result.failed).length
  say(summaryOf(results))
  say(
    failed > 0 ? `\nFailed; again: npm run test:repeat -- '${name}' ${count} --seed ${seed}` : `\n${count} runs passed`,
  )
  return failed > 0 ? 1 : 0
})

function testFiles() {
  const paths = trackedFiles().filter((path) => /\.(?:test|e2e)\.(?:tsx?|mjs)$/.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
