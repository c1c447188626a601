import { buildWeb } from './build-web.mjs'
import { Refusal, run, runMain, runQuietly, say } from './say.mjs'
import { setUp } from './set-up.mjs'
import { runCheck, stages } from './test-stages.mjs'

/**
 * `npm test`: everything that must hold, stage by stage; the last line is `N passed, N failed`. One stage alone:
 * `npm test -- unit`, and with a filter for its runner: `npm test -- unit policies`.
 */
await runMain(async () => {
  const [only, ...filters] = process.argv.slice(2)
  const chosen = stages.filter(({ name }) => !only || name === only)
  if (chosen.length === 0) {
    throw new Refusal(`There is no stage "${only}". The stages are ${stages.map(({ name }) => name).join(', ')}.`)
  }
  const total = await runAll(chosen, filters)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
})

async function runAll(chosen, filters) {
  const results = []
  try {
    const env = await setUp()
    results.push(...(await runChecks(chosen, env)))
    results.push(...(await runStages(chosen, env, filters)))
  } catch (error) {
    say(error instanceof Refusal ? error.message : error.stack)
    results.push({ passed: 0, failed: 1 })
  }
  return results.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

/** The short checks run beside each other; what a failed one said is printed. */
async function runChecks(chosen, env) {
  const checks = chosen.flatMap((stage) => stage.checks?.() ?? [])
  if (checks.length === 0) return []
  const started = performance.now()
  heading(checks.map(({ name }) => name).join(', '))
  const results = await Promise.all(checks.map((check) => runCheck(check, env)))
  for (const { name, failed, output } of results) {
    if (failed) say(`${output.trimEnd()}\n✗ ${name}\n`)
    else say(`✓ ${name}`)
  }
  took(started)
  return results
}

/**
 * The long stages run beside each other too, as each of them waits at times for one thing that has to come first. The
 * last one is watched as it goes; what the others say is printed when they end.
 */
async function runStages(chosen, env, filters) {
  const long = chosen.filter(({ run }) => run)
  if (long.length === 0) return []
  await buildWeb(env)
  heading(`${long.map(({ name }) => name).join(' and ')} tests`)
  return await Promise.all(long.map((stage) => runStage(stage, env, filters, stage === long.at(-1) ? run : runAside)))
}

async function runStage(stage, env, filters, how) {
  const started = performance.now()
  try {
    return await stage.run(env, filters, how)
  } catch (error) {
    say(error instanceof Refusal ? error.message : error.stack)
    return { passed: 0, failed: 1 }
  } finally {
    took(started, `${stage.name} tests, `)
  }
}

async function runAside(command, args, options) {
  const { code, output } = await runQuietly(command, args, options)
  say(output.trimEnd())
  return code
}

function heading(text) {
  say(`\n── ${text} ──`)
}

function took(started, what = '') {
  say(`   ${what}${((performance.now() - started) / 1000).toFixed(1)} s`)
}
