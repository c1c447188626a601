import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { type Figure, median } from '../run/figures.ts'
import { freePort } from '../run/server-under-test.ts'
import { browserPath } from './browser-path.ts'

const categories = ['performance', 'accessibility', 'best-practices']
const least = 95
const runs = 3
/** scripts/test/bench.mjs installs it in a folder of its own. */
const program = fileURLToPath(new URL('../../lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url))
const Report = z.object({ categories: z.record(z.string(), z.object({ score: z.number().nullable() })) })

/** Lighthouse scores with desktop settings, signed in except for the sign-in page. */
export async function lighthouseFigures(url: string, token: string, pages: Record<string, string>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(pages)) {
    const scores = await scoresOf(url, path, name === 'sign-in' ? null : token)
    figures.push({
      path: `Lighthouse, ${name}: performance, accessibility, best practices`,
      ours: scores.join(', '),
      limit: '–',
      ratio: '–',
      aim: `≥ ${least} each`,
      holds: scores.every((score) => score >= least),
    })
  }
  return figures
}

async function scoresOf(url: string, path: string, token: string | null): Promise<number[]> {
  const profile = mkdtempSync(join(tmpdir(), 'coverdesk-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${url}/health/live`)
    if (token) await page.evaluate((value) => localStorage.setItem('token', value), token)
    const all: number[][] = []
    for (let run = 0; run < runs; run++) {
      const report = Report.parse(JSON.parse(await lighthouse(url + path, port)))
      all.push(categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)))
    }
    return categories.map((_, index) => median(all.map((scores) => scores[index] ?? 0)))
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Lighthouse report of an address as JSON, through the browser that listens on the port. */
async function lighthouse(address: string, port: number): Promise<string> {
  const settings = [
    `--port=${port}`,
    `--only-categories=${categories.join()}`,
    '--preset=desktop',
    '--disable-storage-reset',
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [program, address, ...settings], {
    maxBuffer: 2 ** 27,
  })
  return stdout
}
