import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runQuietly } from '../start/say.mjs'
import { pinnedNode, root } from '../start/set-up.mjs'
import { fetchChromium, findChromium } from './find-chromium.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'

const bin = (path) => join(root, 'node_modules', path)
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * The stages of `npm test`, in order. `checks` are short commands that run in parallel and count as one each; `prepare`
 * starts downloads while the libraries are installed; `run` needs the built screens and returns results as in
 * test-results.mjs. Everything but `prepare` runs on the pinned Node.
 */
export const stages = [
  {
    name: 'types',
    // One thread each: the checks run in parallel, and several threads of one would check the same types twice.
    checks: () =>
      workspaces
        .filter((name) => existsSync(join(root, name, 'tsconfig.json')))
        .map((name) => ({
          name: `types of ${name}`,
          args: [bin('typescript/bin/tsc'), '-p', name, '--singleThreaded'],
        })),
  },
  {
    name: 'lint',
    checks: () => [
      { name: 'lint and format', args: [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off'] },
      { name: 'import rules', args: [join(root, 'scripts/checks/lint-imports.mjs')] },
      { name: 'limits of the house', args: [join(root, 'scripts/checks/check-house.mjs')] },
    ],
  },
  {
    name: 'generated',
    checks: () => {
      const command = join(root, 'server/src/commands/generate-command.ts')
      return existsSync(command) ? [{ name: 'generated documents are fresh', args: [command, '--check'] }] : []
    },
  },
  { name: 'unit', run: runUnit },
  { name: 'browser', prepare: fetchChromium, run: runBrowser },
]

/** Runs one check and returns its result and output. */
export async function runCheck({ name, args }, env) {
  const { code, output } = await runQuietly(pinnedNode, args, { cwd: root, env })
  return { name, output, passed: code === 0 ? 1 : 0, failed: code === 0 ? [] : [{ name, why: output }], flaky: [] }
}

/** Runs unit tests; `filters` are arguments of Vitest, which reads the seed itself (vitest.config.ts). */
export async function runUnit(env, filters, run) {
  return await withReport(async (file) => {
    const own = join(root, 'scripts/test/test-reporter.mjs')
    const args = [bin('vitest/vitest.mjs'), 'run', '--reporter=dot', `--reporter=${own}`]
    const settings = { ...env, TEST_REPORT: file, ...compileCache(file) }
    return vitestResults(file, await run(pinnedNode, [...args, ...filters], { cwd: root, env: settings }))
  })
}

/** Runs browser tests; `filters` are arguments of Playwright. */
export async function runBrowser(env, filters, run) {
  const chromium = await findChromium(env)
  return await withReport(async (file) => {
    const args = [
      bin('@playwright/test/cli.js'),
      'test',
      '--reporter=list,json',
      `--shuffle=${env.TEST_SEED}`,
      ...filters,
    ]
    const settings = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...compileCache(file) }
    return playwrightResults(file, await run(pinnedNode, args, { cwd: join(root, 'e2e'), env: settings }))
  })
}

/**
 * A compile cache for the run, next to the report: otherwise every worker thread and every server that a test starts would
 * strip the types and compile everything again.
 */
function compileCache(report) {
  return { NODE_COMPILE_CACHE: join(dirname(report), 'compiled') }
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
