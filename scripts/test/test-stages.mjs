import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runQuietly } from '../start/say.mjs'
import { pinnedNode, root } from '../start/set-up.mjs'
import { fetchChromium, findChromium } from './find-chromium.mjs'
import { bothTries, filesToTryAgain, playwrightResults, vitestResults } from './test-results.mjs'

const bin = (path) => join(root, 'node_modules', path)
const workspaces = ['domain', 'server', 'web', 'e2e', 'bench']

/**
 * What `npm test` runs, in this order. `checks` are short commands that count as one each and run beside each other;
 * `prepare` begins to fetch what needs nothing of ours, while the libraries are installed; `run` takes the screens as built,
 * and what runs a command and answers its code; it answers what test-results.mjs reads. All but `prepare` runs on the pinned Node.
 */
export const stages = [
  {
    name: 'types',
    // In one thread each: they run beside each other, and several threads of one check the same types twice.
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
      { name: 'direction of imports', args: [join(root, 'scripts/checks/lint-imports.mjs')] },
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

/** Runs one check; answers how it went and what it said. */
export async function runCheck({ name, args }, env) {
  const { code, output } = await runQuietly(pinnedNode, args, { cwd: root, env })
  return { name, output, passed: code === 0 ? 1 : 0, failed: code === 0 ? [] : [{ name, why: output }], flaky: [] }
}

/** A file in which something failed is run once more, in a process and on a database of its own (decision 073). */
async function runUnit(env, filters, run) {
  const first = await runUnitOnce(env, filters, run)
  const files = filesToTryAgain(first)
  return files.length === 0 ? first : bothTries(first, await runUnitOnce(env, files, run))
}

/** Runs unit tests once; `filters` are arguments of Vitest. */
export async function runUnitOnce(env, filters, run) {
  return await withReport(async (file) => {
    const own = join(root, 'scripts/test/test-reporter.mjs')
    const args = [bin('vitest/vitest.mjs'), 'run', '--reporter=dot', `--reporter=${own}`]
    const settings = { ...env, TEST_REPORT: file, ...compiledOnce(file) }
    return vitestResults(file, await run(pinnedNode, [...args, ...filters], { cwd: root, env: settings }))
  })
}

/** Runs browser tests once; `filters` are arguments of Playwright. */
export async function runBrowser(env, filters, run) {
  const chromium = await findChromium(env)
  return await withReport(async (file) => {
    const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...filters]
    const settings = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...compiledOnce(file) }
    return playwrightResults(file, await run(pinnedNode, args, { cwd: join(root, 'e2e'), env: settings }))
  })
}

/**
 * What Node compiles is kept beside the report for the run: else each thread that reads or writes a file, and each server
 * that a test starts, would take off the types and compile it all anew.
 */
function compiledOnce(report) {
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
