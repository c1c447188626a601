import { buildWeb } from '../start/build-web.mjs'
import { Refusal, run, runMain, say } from '../start/say.mjs'
import { setUp } from '../start/set-up.mjs'
import { readSeed } from './read-seed.mjs'
import { slowestOf, summaryOf } from './test-results.mjs'
import { runCheck, stages } from './test-stages.mjs'

/**
 * `npm test`: runs all stages in a random order; the last line is `N passed, N failed`. `npm test -- types lint` runs
 * those stages, `npm test -- unit policies` passes a filter to the runner, and `npm test -- --seed N` repeats an order.
 */
await runMain(async () => {
  const { seed, rest } = readSeed(process.argv.slice(2))
  const names = stages.map(({ name }) => name)
  const end = rest.findIndex((word) => !names.includes(word))
  const [only, filters] = end < 0 ? [rest, []] : [rest.slice(0, end), rest.slice(end)]
  const chosen = stages.filter(({ name }) => rest.length === 0 || only.includes(name))
  if (chosen.length === 0) throw new Refusal(`Unknown stage "${rest[0]}". The stages are ${names.join(', ')}.`)
  if (filters.length > 0 && !chosen.some(({ run }) => run))
    throw new Refusal(
      `${only.join(' and ')} can't be filtered, so "${filters.join(' ')}" is not used. The stages are ${names.join(', ')}.`,
    )
  const results = await runAll(chosen, filters, seed)
  say(summaryOf(results))
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.flatMap((result) => result.failed).length
  if (chosen.some(({ run }) => run)) say(`\nThe same order again: npm test -- --seed ${seed}`)
  say(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})

async function runAll(chosen, filters, seed) {
  const results = []
  try {
    for (const { prepare } of chosen) prepare?.()
    const env = { ...(await setUp()), TEST_SEED: seed }
    // In parallel with the checks, which use one thread each; a failed build is reported when the screens are needed.
    const screens = Promise.allSettled(chosen.some(({ run }) => run) ? [buildWeb(env)] : [])
    results.push(...(await runChecks(chosen, env)))
    for (const { reason } of await screens) if (reason) throw reason
    results.push(...(await runStages(chosen, env, filters)))
  } catch (error) {
    results.push(broken('set-up', error))
  }
  return results
}

function broken(name, error) {
  const why = error instanceof Refusal ? error.message : error.stack
  say(why)
  return { passed: 0, failed: [{ name, why }], flaky: [] }
}

/** Runs the short checks in parallel and prints the output of failed ones. */
async function runChecks(chosen, env) {
  const checks = chosen.flatMap((stage) => stage.checks?.() ?? [])
  if (checks.length === 0) return []
  const started = performance.now()
  heading(checks.map(({ name }) => name).join(', '))
  const results = await Promise.all(checks.map((check) => runCheck(check, env)))
  for (const { name, failed, output } of results) {
    if (failed.length > 0) say(`${output.trimEnd()}\n✗ ${name}\n`)
    else say(`✓ ${name}`)
  }
  printDuration(started)
  return results
}

/** Runs the long stages one after another: side by side on two cores each test took twice as long, and some timed out. */
async function runStages(chosen, env, filters) {
  const results = []
  for (const stage of chosen.filter(({ run }) => run)) {
    heading(`${stage.name} tests`)
    results.push(await runStage(stage, env, filters))
  }
  return results
}

async function runStage(stage, env, filters) {
  const started = performance.now()
  try {
    const results = await stage.run(env, filters, run)
    if (results.files.length > 0) say(`   slowest: ${slowestOf(results)}`)
    return results
  } catch (error) {
    return broken(`${stage.name} tests`, error)
  } finally {
    printDuration(started)
  }
}

function heading(text) {
  say(`\n── ${text} ──`)
}

function printDuration(started) {
  say(`   ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
