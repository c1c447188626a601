import { weightOf } from '@coverdesk/e2e/support/weight.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Figure, median, milliseconds, type Part, times } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { browserPath } from './browser-path.ts'
import { lighthouseFigures } from './lighthouse-figures.ts'

const login = '/login'
const list = '/portal/policies/manage'
const longList = `${list}?pageSize=500`
const runs = 5

/** Weight of the screens, browser cost of a long list and of a click in it, and Lighthouse scores. */
export async function measureWeb(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const open = (as: string | null) => openPage(browser, server.url, as)
    const signIn = await weightOf(await open(null), login)
    const weight = await weightOf(await open(token), list)
    const shown: number[] = []
    const shownFirst: number[] = []
    const clicks: number[] = []
    let columns = 0
    for (let run = 0; run < runs; run++) {
      const page = await open(token)
      shownFirst.push(await showLongList(page, false))
      shown.push(await showLongList(page, true))
      columns = await page.locator('[role=grid] th').count()
      clicks.push(await clickRow(page, run))
      await page.context().close()
    }
    return {
      figures: [
        weightFigure('sign-in: script and style, gzip', signIn.scriptAndStyle, 165),
        weightFigure('script and style to show the list, gzip', weight.scriptAndStyle, 300),
        weightFigure('the same with document, fonts and pictures', weight.total, 300),
        costFigure(`route to painted table of 500 rows × ${columns} columns, main-thread CPU`, shown, 120),
        costFigure('row click to next paint', clicks, 50),
        ...(await lighthouseFigures(server.url, token, { 'sign-in': login, 'policy list': list })),
      ],
      remarks: [
        `Production build, 1440 × 900, Chromium ${browser.version()}. Weights are gzip -9 of all requested files, without the data.`,
        `Main-thread CPU is TaskDuration of the DevTools protocol in thread time, from the change of the address to two frames after the table is filled, data included. The first time in a session, with the script of the screen still to load, it is ${milliseconds(median(shownFirst))}.`,
        'Row click: duration of the longest event of the click by the Event Timing API, which counts in steps of 8 ms.',
      ],
    }
  } finally {
    await browser.close()
  }
}

async function openPage(browser: Browser, url: string, token: string | null): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token)
  return await context.newPage()
}

/** Main-thread CPU of navigating to the long list; `known`: the list was open before, so its script is loaded. */
async function showLongList(page: Page, known: boolean): Promise<number> {
  if (known) {
    await page.goto(list, { waitUntil: 'networkidle' })
    await page.evaluate(() => history.pushState({}, '', '/portal/dashboard'))
    await page.locator('[role=grid]').waitFor({ state: 'detached' })
  } else await page.goto('/portal/dashboard', { waitUntil: 'networkidle' })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  await page.waitForTimeout(500)
  const before = await spent()
  await page.evaluate((path) => history.pushState({}, '', path), longList)
  await page.locator('[role=grid][aria-busy=false] tr[data-row="19"]').waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await spent()) - before
}

/** Milliseconds from a click on a row to the next paint. */
async function clickRow(page: Page, run: number): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = []
    const watched: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        if (/^(pointer|mouse|click)/.test(entry.name)) durations.push(entry.duration)
      document.body.dataset.longest = String(Math.max(...durations))
    }).observe(watched)
  })
  await page.locator(`tr[data-row="${4 + run}"] td >> nth=5`).click()
  await page.waitForTimeout(500)
  // The browser reports nothing below 16 ms.
  return Number(await page.evaluate(() => document.body.dataset.longest ?? '16'))
}

function weightFigure(path: string, kilobytes: number, max: number): Figure {
  return {
    path,
    ours: `${kilobytes} kB`,
    limit: '–',
    ratio: times(kilobytes / max),
    aim: `≤ ${max} kB`,
    holds: kilobytes <= max,
  }
}

function costFigure(path: string, measured: readonly number[], max: number): Figure {
  const ours = median(measured)
  return {
    path,
    ours: milliseconds(ours),
    limit: '–',
    ratio: times(ours / max),
    aim: `≤ ${max} ms`,
    holds: ours <= max,
  }
}
