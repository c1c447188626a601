import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Locator, Page } from '@playwright/test'
import { agencyDay } from '../../support/agency-day.ts'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' })

test('POLICY-04 the months up to the current one are in sight at first, and no column is cut at the pinned ones', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const month = monthNames[Number(agencyDay().slice(0, 2)) - 1] ?? ''
  for (const width of [1000, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const grid = await openPolicies(page)
    await expect(grid.getByRole('columnheader', { name: month, exact: true })).toBeInViewport({ ratio: 0.99 })
    expect(await grid.evaluate(cutHeadings), `at ${width} px`).toEqual([])
  }
})

/** Headings that the pinned columns cover in part. */
function cutHeadings(grid: Element): string[] {
  const heads = [...grid.querySelectorAll<HTMLElement>('thead th[scope]:not(:has(input))')]
  const isPinned = (head: HTMLElement) => head.style.left !== ''
  const edge = Math.max(...heads.filter(isPinned).map((head) => head.getBoundingClientRect().right))
  return heads
    .filter((head) => !isPinned(head))
    .filter((head) => {
      const { left, right } = head.getBoundingClientRect()
      return left < edge - 1 && right > edge + 1
    })
    .map((head) => head.innerText)
}

test.describe('the table by keyboard', () => {
  test('SHELL-51 the table by keyboard, its headings, and its columns as they are at first', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await test.step('it is one tab stop; arrows move, Space selects, Shift extends, Ctrl-A takes the page, Esc lets go', async () => {
      const grid = await openPolicies(page, '?carrier=4')
      const press = (key: string) => page.keyboard.press(key)
      await grid.focus()
      await press('Tab')
      await expect(grid).not.toBeFocused()
      expect(await grid.evaluate((table) => table.contains(document.activeElement))).toBe(false)
      await press('Shift+Tab')
      await expect(grid).toBeFocused()
      await expectActive(grid, 0)
      await press('ArrowDown')
      await press('ArrowDown')
      await expectActive(grid, 2)
      await press('Space')
      await expect(selected(page)).toContainText('1 selected')
      await press('Shift+ArrowDown')
      await press('Shift+ArrowDown')
      await expect(selected(page)).toContainText('3 selected')
      for (const at of [2, 3, 4]) await expect(rowsOf(grid).nth(at)).toHaveAttribute('aria-selected', 'true')
      await expect(rowsOf(grid).nth(1)).toHaveAttribute('aria-selected', 'false')
      await press('Control+a')
      await expect(selected(page)).toContainText('10 selected')
      await press('Escape')
      await expect(selected(page)).toHaveCount(0)
      await press('End')
      await expectActive(grid, 9)
      await press('Home')
      await expectActive(grid, 0)
    })
    await test.step('SHELL-51 Enter opens the row, Esc closes it, and the focus is back in the table on its row', async () => {
      const grid = await openPolicies(page, '?carrier=4&sort=policyNumber')
      const number = await rowsOf(grid).nth(1).getByRole('gridcell').nth(1).innerText()
      await grid.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const detail = page.getByRole('dialog')
      await expect(detail).toContainText(number)
      await expectFocusWithin(detail)
      await page.keyboard.press('Escape')
      await expect(detail).toHaveCount(0)
      await expect(grid).toBeFocused()
      await expectActive(grid, 1)
    })
    await test.step('the title has the sum of all policies that match, and a month opens its lines', async () => {
      const grid = await openPolicies(page, '?status=Active')
      const heading = page.getByRole('main')
      await expect(heading).toContainText(/\$[1-9][\d,]*\.\d{2} received in 20\d\d/)
      const sum = await page.getByText(/received in 20/).innerText()
      await openPolicies(page, '?carrier=4')
      await expect(page.getByText(/received in 20/)).not.toHaveText(sum)
      await grid.locator('[data-cell]').first().click()
      const lines = page.getByRole('dialog')
      await expect(lines.getByRole('table')).toContainText(/\.csv/)
      await page.keyboard.press('Escape')
      await expect(lines).toHaveCount(0)
    })
    await test.step('a heading sorts, by mouse and by keyboard, first up and then down', async () => {
      const grid = await openPolicies(page, '?carrier=6')
      const heading = grid.getByRole('columnheader', { name: 'Policy number' })
      await heading.getByRole('button').click()
      await expect(page).toHaveURL(/sort=policyNumber&order=asc/)
      await expect(heading).toHaveAttribute('aria-sort', 'ascending')
      await expect.poll(() => sorted(grid, 1)).toBe(true)
      await grid.focus()
      for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await expect(heading).toHaveAttribute('aria-sort', 'descending')
      await expect(page).toHaveURL(/order=desc/)
      await expect.poll(() => sorted(grid, -1)).toBe(true)
    })
    await test.step('an administrator has the columns as they are at first, whatever others chose', async () => {
      const grid = await openPolicies(page)
      await expect(grid.getByRole('columnheader', { name: 'Plan', exact: true })).toBeVisible()
      await expect(grid.getByRole('columnheader', { name: 'Effective', exact: true })).toHaveCount(0)
    })
    await test.step('a choice made before the saved ones load survives their late response', async () => {
      let late = () => {}
      const later = new Promise<void>((resolve) => {
        late = resolve
      })
      await page.route('**/api/Preferences', async (route) => {
        const response = await route.fetch()
        await later
        await route.fulfill({ response })
      })
      await page.route('**/api/Preferences/*', (route) => route.fulfill({ json: { done: true } }))
      const grid = await openPolicies(page)
      await toggleColumn(page, 'Carrier')
      const heading = grid.getByRole('columnheader', { name: 'Carrier', exact: true })
      await expect(heading).toHaveCount(0)
      const answered = page.waitForResponse('**/api/Preferences')
      late()
      await answered
      await page.waitForTimeout(300)
      await expect(heading).toHaveCount(0)
    })
  })
})

test.describe('saved list preferences', () => {
  test('columns and widths survive a reload, for the user on every device, and for no other user', async ({
    page,
    signIn,
    browser,
    baseURL,
  }) => {
    await signIn('agent')
    const grid = await openPolicies(page)
    await toggleColumn(page, 'Plan')
    await expect(grid.getByRole('columnheader', { name: 'Plan', exact: true })).toHaveCount(0)
    await grid.focus()
    const insured = grid.getByRole('columnheader', { name: 'Insured' })
    const before = await widthOf(insured)
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    // Not the response for the column, which may be as late.
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"widths":{"') ?? false)
    await page.keyboard.press('Shift+ArrowLeft')
    await saved
    const width = await widthOf(insured)
    expect(width).toBeLessThan(before)
    await page.reload()
    await expect.poll(() => widthOf(insured)).toBe(width)
    await expect(grid.getByRole('columnheader', { name: 'Plan', exact: true })).toHaveCount(0)

    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const device = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
    const other = await device.newPage()
    await other.addInitScript((value) => localStorage.setItem('token', value), token)
    const there = await openPolicies(other)
    await expect(there.getByRole('columnheader', { name: 'Plan', exact: true })).toHaveCount(0)
    await expect.poll(() => widthOf(there.getByRole('columnheader', { name: 'Insured' }))).toBe(width)
    await device.close()

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(grid.getByRole('columnheader', { name: 'Plan', exact: true })).toHaveCount(1)
  })
})

/** The row (from 0) that the keyboard is on. */
async function expectActive(grid: Locator, at: number) {
  const id = await rowsOf(grid).nth(at).getAttribute('id')
  await expect(grid).toHaveAttribute('aria-activedescendant', id ?? 'none')
}

/** True when the policy numbers go up (1) or down (-1). */
async function sorted(grid: Locator, direction: 1 | -1): Promise<boolean> {
  const numbers = await rowsOf(grid)
    .getByRole('gridcell')
    .filter({ hasText: /^OSC\d+$/ })
    .allInnerTexts()
  return (
    numbers.length === 10 &&
    numbers.every((number, at) => at === 0 || Number(number > (numbers[at - 1] ?? '')) * 2 - 1 === direction)
  )
}

async function toggleColumn(page: Page, name: string) {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

async function widthOf(heading: Locator): Promise<number> {
  await expect(heading).toBeVisible()
  return (await heading.boundingBox())?.width ?? 0
}

test('the current month of policies and of tracking is in view at 1440 px beside the open sidebar', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const month = monthNames[Number(agencyDay().slice(0, 2)) - 1] ?? ''
  for (const [address, label] of [
    ['/portal/policies/manage', 'Policies'],
    ['/portal/commissions/tracking', 'Commissions'],
  ] as const) {
    await page.goto(address)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard', { exact: true }),
    ).toBeInViewport()
    const grid = page.getByRole('grid', { name: label })
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: month, exact: true }), label).toBeInViewport({ ratio: 1 })
  }
})
