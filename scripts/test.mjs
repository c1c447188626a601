import { Refusal, runMain, say } from './say.mjs'
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
    for (const stage of chosen.filter(({ run }) => run)) results.push(await runStage(stage, env, filters))
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

async function runStage({ name, run }, env, filters) {
  const started = performance.now()
  heading(`${name} tests`)
  try {
    return await run(env, filters)
  } catch (error) {
    say(error instanceof Refusal ? error.message : error.stack)
    return { passed: 0, failed: 1 }
  } finally {
    took(started)
  }
}

function heading(text) {
  say(`\n── ${text} ──`)
}

function took(started) {
  say(`   ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
