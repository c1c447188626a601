import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** How wide a desk and a phone are. */
export const widths = [1440, 390] as const

/** Shows the page as on a desk or a phone, without movement. */
export async function showAt(page: Page, width: (typeof widths)[number]): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/**
 * axe finds nothing on what is shown now, in light and in dark (by the system's preference: it is noon). With SHOTS, the
 * name of a folder, a picture of each is left there.
 */
export async function expectAccessible(page: Page, what: string, { fullPage = false } = {}): Promise<void> {
  await prepare(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    const name = `${what.replaceAll(/\W+/g, '-')}-${theme}-${page.viewportSize()?.width}`
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage })
    expect(await page.evaluate(findings), name).toEqual([])
  }
}

/**
 * Once in each page: axe itself, as its builder for Playwright brings it in anew for each look and takes five times as
 * long; and colours that change at once, as those on their way to the other theme are neither.
 */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axe.source)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
}

/** In the page: what axe finds, a line for each rule. */
async function findings(): Promise<string[]> {
  const { violations } = await window.axe.run({ resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
