import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { browserPath } from './browser-path.ts'
import { type Figure, median } from './figures.ts'
import { freePort } from './server-under-test.ts'

const categories = ['performance', 'accessibility', 'best-practices']
const least = 95
const runs = 3

/** Lighthouse's scores of some addresses for a signed-in person (the sign-in itself for nobody), desktop settings. */
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
    if (token) await page.evaluate((kept) => localStorage.setItem('token', kept), token)
    const all: number[][] = []
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(
        url + path,
        { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' },
        desktopConfig,
      )
      all.push(categories.map((name) => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)))
    }
    return categories.map((_, index) => median(all.map((scores) => scores[index] ?? 0)))
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
