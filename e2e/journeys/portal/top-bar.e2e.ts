import { expect, test } from '../../support/test-fixtures.ts'

/** In the page: whether it is wider than the window, and elements of the bar that wrap or are cut off. */
function misfits(): string[] {
  const { scrollWidth } = document.documentElement
  const cut = [...document.querySelectorAll<HTMLElement>('header :is(a, button, span)')].filter((element) => {
    const { width, height, left, right, top, bottom } = element.getBoundingClientRect()
    return width > 0 && (left < 0 || right > innerWidth || top < 0 || bottom > 48 || height > 36)
  })
  return [...(scrollWidth > innerWidth ? [`page ${scrollWidth} wide`] : []), ...cut.map(({ outerHTML }) => outerHTML)]
}

for (const user of ['admin', 'agent'] as const)
  test(`${user}: from 720 px on, also at 200 % zoom, nothing of the top bar wraps or is cut off, and outside links are in reach`, async ({
    page,
    signIn,
  }) => {
    await signIn(user)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/portal/policies/manage')
    await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    const bar = page.getByRole('banner')
    for (const [width, height] of [
      [720, 450],
      [803, 700],
      [900, 700],
      [1024, 768],
      [1100, 800],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(bar.getByRole('button', { name: /^Profile|^\p{Lu}\p{L}+ \p{Lu}/u })).toBeVisible()
      await expect.poll(() => page.evaluate(misfits), `at ${width}`).toEqual([])
      await expect(bar.getByRole('link', { name: 'See Plans' })).toHaveCount(width < 1100 ? 0 : 1)
    }
    await page.setViewportSize({ width: 720, height: 450 })
    await bar.getByRole('button', { name: /^Profile/ }).click()
    for (const name of ['See Plans', 'My Account', 'Logout'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Find or do anything' }).click()
    await page.keyboard.type('unpaid')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/unpaid-policies/)
    await expect.poll(() => page.evaluate(misfits)).toEqual([])
  })
