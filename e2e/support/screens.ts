import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** How wide a desk and a phone are. */
export const widths = [1440, 390] as const
type Width = (typeof widths)[number]
/** For a look at what is shown on one of them only. */
export const onDesk: LookOptions = { at: [1440] }
export const onPhone: LookOptions = { at: [390] }

interface LookOptions {
  /** Also what is below, on the picture. */
  fullPage?: boolean
  at?: readonly Width[]
}

/** For journeys where what fades and slides may matter, such as focus that goes back; the others are walked without. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Shows the page as on a desk or a phone, drawn with what belongs there, such as rows instead of a grid. */
export async function showAt(page: Page, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await settled(page)
}

/**
 * The page has drawn what was asked of it, and waits for nothing: neither for a screen nor for the rows of a filter, which
 * until then shows those of before, pale.
 */
async function settled(page: Page): Promise<void> {
  // What hears of a width or an address draws in tasks that come before the page is idle. Where everything else is busy too,
  // frames and idle moments may not come for long.
  await page.evaluate(async () => {
    const soon = (ask: (done: () => void) => unknown) =>
      new Promise<void>((done) => {
        ask(done)
        setTimeout(done, 500)
      })
    for (const _ of ['what is asked for', 'what that asks for']) {
      await soon(requestAnimationFrame)
      await soon((done) => requestIdleCallback(done))
    }
  })
  const underWay = page.locator(
    '[aria-busy="true"], [data-busy], [data-old], [role="progressbar"][aria-label="Loading"]',
  )
  await expect(underWay.filter({ visible: true })).toHaveCount(0)
}

/**
 * Goes on to another address of the portal that the page shows, as a link in it would: a fifth of the work of a load by
 * `page.goto`. What is shown there is waited for by what is expected next; what was shown before is gone by then.
 */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await settled(page)
}

/** Goes on to an address where the portal is shown already, and loads it where it is not: for what opens a screen in any step. */
export async function goTo(page: Page, address: string): Promise<void> {
  const shown = /^https?:\/\/[^/]+\/portal\//.test(page.url())
  await (shown ? navigate(page, address) : page.goto(address))
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe looks for in the second theme, which changes colours alone; names, roles and order are those of the first. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * axe finds nothing on what is shown now, on a desk and on a phone: `at` says so where it is shown on one of them only. In
 * the other theme (by the system's preference: it is noon) it finds nothing that colours do. The page is left as wide as it
 * was, in the theme of the last look, with which the next one begins: each change of it draws everything anew. With SHOTS,
 * the name of a folder, a picture of each is left there.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { fullPage = false, at = widths }: LookOptions = {},
): Promise<void> {
  await settled(page)
  await prepare(page)
  const before = page.viewportSize()?.width === 390 ? 390 : 1440
  for (const width of before === 390 ? at.toReversed() : at) {
    if (width !== page.viewportSize()?.width) await showAt(page, width)
    await lookInBothThemes(page, what, fullPage)
  }
  if (page.viewportSize()?.width !== before) await showAt(page, before)
}

async function lookInBothThemes(page: Page, what: string, fullPage: boolean): Promise<void> {
  const shown = page.locator('html[data-mantine-color-scheme]')
  const first = (await shown.getAttribute('data-mantine-color-scheme')) === 'dark' ? 'dark' : 'light'
  for (const theme of [first, first === 'dark' ? 'light' : 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    const name = `${what.replaceAll(/\W+/g, '-')}-${theme}-${page.viewportSize()?.width}`
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage })
    expect(await page.evaluate(findings, theme === first ? undefined : rulesOfColours), name).toEqual([])
  }
}

/** axe once in each page, as its builder for Playwright brings it in anew for each look and takes five times as long. */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
}

/** In the page: what axe finds, a line for each rule; of all rules, or of these. */
async function findings(rules: string[] | undefined): Promise<string[]> {
  const { violations } = await window.axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
