import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Viewport widths of a desktop and a phone. */
export const widths = [1440, 390] as const
type Width = (typeof widths)[number]
/** For content that only one of them shows. */
export const onDesktop: AccessibilityOptions = { at: [1440] }
export const onPhone: AccessibilityOptions = { at: [390] }

interface AccessibilityOptions {
  /** Takes the screenshot of the full page. */
  fullPage?: boolean
  at?: readonly Width[]
}

/** Turns animations on, for tests that depend on them, such as restored focus. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Computed color of a design token, such as '--red-text', to compare with `toHaveCSS`. */
export function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

/** Resizes the page to a desktop or a phone and waits for its layout. */
export async function showAt(page: Page, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await waitUntilIdle(page)
}

/** Waits until the page has rendered and nothing is loading, neither a screen nor the filtered rows of a list. */
export async function waitUntilIdle(page: Page): Promise<void> {
  // A click on a link changes the address first: the previous screen stays while the code of the next one loads.
  await page.waitForFunction(() => {
    const state = window.__TSR_ROUTER__?.state
    return !state || (state.status === 'idle' && state.resolvedLocation?.href === state.location.href)
  })
  // Listeners of the width and the address render before the page is idle. On a busy machine frames and idle callbacks may
  // be late, so each wait has a timeout.
  await page.evaluate(async () => {
    const withTimeout = (schedule: (done: () => void) => unknown) =>
      new Promise<void>((done) => {
        schedule(done)
        setTimeout(done, 500)
      })
    for (const _ of ['the update', 'updates that it triggers']) {
      await withTimeout(requestAnimationFrame)
      await withTimeout((done) => requestIdleCallback(done))
    }
  })
  const loading = page.locator(
    '[aria-busy="true"], [data-busy], [data-old], [role="progressbar"][aria-label="Loading"]',
  )
  await expect(loading.filter({ visible: true })).toHaveCount(0)
}

declare global {
  interface Window {
    /** The portal's router, which the router itself puts here. */
    __TSR_ROUTER__?: {
      state: { status: 'pending' | 'idle'; location: { href: string }; resolvedLocation?: { href: string } }
    }
  }
}

/**
 * Navigates within the loaded portal, as a link would: a fifth of the cost of `page.goto`. The previous screen is gone when
 * it returns; expect the new one next.
 */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await waitUntilIdle(page)
}

/** Navigates within the portal if it is loaded, and loads the address otherwise. */
export async function goTo(page: Page, address: string): Promise<void> {
  const isLoaded = /^https?:\/\/[^/]+\/portal\//.test(page.url())
  await (isLoaded ? navigate(page, address) : page.goto(address))
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules to check in the second theme, which changes only colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe findings on the current screen, at the widths `at`, and no color findings in the other theme. Restores the
 * width but not the theme, since each change renders everything again. With SHOTS, the name of a folder, it also saves
 * screenshots.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { fullPage = false, at = widths }: AccessibilityOptions = {},
): Promise<void> {
  await waitUntilIdle(page)
  await injectAxe(page)
  const before = page.viewportSize()?.width === 390 ? 390 : 1440
  for (const width of before === 390 ? at.toReversed() : at) {
    if (width !== page.viewportSize()?.width) await showAt(page, width)
    await checkBothThemes(page, what, fullPage)
  }
  if (page.viewportSize()?.width !== before) await showAt(page, before)
}

async function checkBothThemes(page: Page, what: string, fullPage: boolean): Promise<void> {
  const root = page.locator('html[data-mantine-color-scheme]')
  const first = (await root.getAttribute('data-mantine-color-scheme')) === 'dark' ? 'dark' : 'light'
  for (const theme of [first, first === 'dark' ? 'light' : 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    const name = `${what.replaceAll(/\W+/g, '-')}-${theme}-${page.viewportSize()?.width}`
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage })
    expect(await page.evaluate(findings, theme === first ? undefined : colorRules), name).toEqual([])
  }
}

/** Injects axe once per page load; its Playwright builder injects it for every check and takes five times as long. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
}

/** Runs in the page: axe findings, one line per rule; of all rules, or of `rules`. */
async function findings(rules: string[] | undefined): Promise<string[]> {
  const { violations } = await window.axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
