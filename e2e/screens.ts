import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const looks = (['light', 'dark'] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })))

/** Shows the page in one look: theme of the system (it is noon), width of a desk or a phone. */
export async function lookLike(page: Page, { theme, width }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
}

/** axe finds nothing on what is shown now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, what).toEqual([])
}
