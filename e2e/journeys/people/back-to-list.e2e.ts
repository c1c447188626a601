import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { makeCustomer, uniqueName } from '../../support/records/customer-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Creates customers of one last name, named Row00, Row01 and so on. */
async function makeCustomers(page: Page, token: string, family: string, count: number): Promise<void> {
  for (let place = 0; place < count; place++)
    await makeCustomer(page, token, {
      firstName: `Row${String(place).padStart(2, '0')}`,
      lastName: family,
      email: `${place}.${family.replace(' ', '.')}@example.com`,
      phone: '',
    })
}

/** Creates policies of one insured, named Row00, Row01 and so on. */
async function makePolicies(family: string, count: number): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      `with carrier as (insert into carriers (name, active) values ('Carrier ' || $1, false) returning id)
       insert into policies (carrier_id, policy_number, first_name, last_name, status, effective_date)
       select carrier.id, $1 || n, 'Row' || lpad(n::text, 2, '0'), $1, 'Active', '2026-01-01'
       from carrier, generate_series(0, $2::int - 1) n`,
      [family, count],
    ),
  )
}

const topOf = (grid: Locator) => grid.evaluate((table) => table.parentElement?.scrollTop ?? 0)

/** Opens a row far down the list, and expects Back to return to it at the same place, marked and focused. */
async function expectSamePlaceAfterBack(page: Page, grid: Locator, name: string, opened: RegExp, open: () => unknown) {
  const row = grid.getByRole('row').filter({ hasText: name })
  await row.scrollIntoViewIfNeeded()
  const [address, top] = [page.url(), await topOf(grid)]
  expect(top).toBeGreaterThan(100)
  await open()
  await expect(page).toHaveURL(opened)
  // The address changes before the page is loaded; until then the list is still there.
  await expect(grid).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(row).toHaveAttribute('data-returned', 'true')
  await expect(row).toBeInViewport()
  await expect(grid).toBeFocused()
  await expect.poll(() => topOf(grid)).toBe(top)
}

test('Back from a customer returns to the same rows of the list, and marks and focuses the one that was opened', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const family = uniqueName('Return')
  await makeCustomers(page, token, family, 40)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`/portal/customerManage?fullName=${encodeURIComponent(family)}&pageSize=30&sort=fullName&order=desc`)
  const grid = page.getByRole('grid', { name: 'Customers' })
  await expect(grid.getByRole('row').filter({ hasText: 'Row39' })).toBeVisible()
  await expectSamePlaceAfterBack(page, grid, 'Row12', /customerManage\/\d+/, () => grid.getByText('Row12').dblclick())
  // Enter opens the same row again: the keyboard goes on from it.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Row12 ${family}` })).toBeVisible()
  await page.goBack()
  await expect(grid.getByRole('row').filter({ hasText: 'Row12' })).toHaveAttribute('data-returned', 'true')
  // Another row ends the mark, and another page starts at the top.
  await page.keyboard.press('ArrowDown')
  await expect(grid.locator('[data-returned]')).toHaveCount(0)
})

test('Back from the page of a policy that its dialog opened returns to the same rows of the list', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const family = uniqueName('Return')
  await makePolicies(family, 25)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/portal/policies/manage?name=${encodeURIComponent(family)}&pageSize=20`)
  const grid = page.getByRole('grid', { name: 'Policies' })
  await grid.getByRole('row').filter({ hasText: 'Row17' }).scrollIntoViewIfNeeded()
  const top = await topOf(grid)
  await grid.getByText('Row17').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/portal\/policies\/\d+/)
  await expect(grid).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(grid.getByRole('row').filter({ hasText: 'Row17' })).toHaveAttribute('data-returned', 'true')
  await expect.poll(() => topOf(grid)).toBe(top)
})

test('Back from a customer returns to the same rows on a phone', async ({ page, signIn }) => {
  const token = await signIn('admin')
  const family = uniqueName('Return')
  await makeCustomers(page, token, family, 25)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`/portal/customerManage?fullName=${encodeURIComponent(family)}&pageSize=20`)
  const list = page.getByRole('list', { name: 'Customers' })
  const row = list.getByRole('button', { name: 'Row16' })
  await row.scrollIntoViewIfNeeded()
  const top = await list.evaluate((box) => box.scrollTop)
  expect(top).toBeGreaterThan(100)
  await row.click()
  await expect(page.getByRole('heading', { name: `Row16 ${family}` })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(row).toBeFocused()
  await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(top)
})
