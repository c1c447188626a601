import type { Page } from '@playwright/test'
import { makeEnrollable } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** In the page: everything in `main` that is cut off, and the shell that is visible. */
function unprintable(): string[] {
  const visible = (element: Element) => element.getClientRects().length > 0
  const shell = [...document.querySelectorAll('aside[aria-label="Sidebar"], header, nav, [role="toolbar"]')]
  const cut = [...document.querySelectorAll('main, main :is(div, section, ul)')].filter(
    (element) => getComputedStyle(element).overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1,
  )
  return [...shell, ...cut].filter(visible).map(({ outerHTML }) => outerHTML.slice(0, 120))
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

async function expectPrintable(page: Page): Promise<Buffer> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(unprintable)).toEqual([])
  // Paper is light, whatever the screen is.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bg'))).toMatch(
    /^#f+$/,
  )
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: null, colorScheme: null })
  return pdf
}

test('a list prints without the shell: title, count, filters, every column and every loaded row, with headings on each page', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/policies/manage?carrier=1&pageSize=500')
  const grid = page.getByRole('grid', { name: 'Policies' })
  await expect(grid.getByRole('row').nth(20)).toBeVisible()
  const columns = await grid.getByRole('columnheader').allInnerTexts()
  const pdf = await expectPrintable(page)
  expect(pagesOf(pdf)).toBeGreaterThan(10)
  await page.emulateMedia({ media: 'print' })
  await expect(grid.getByRole('row')).toHaveCount(501)
  await expect(page.getByText('Carrier: Ambetter', { exact: true })).toBeVisible()
  await expect(page.getByText(/^1–500 of/)).toBeVisible()
  const headings = grid.getByRole('columnheader')
  for (const name of columns.filter(Boolean)) await expect(headings.filter({ hasText: name }).first()).toBeVisible()
  expect(await grid.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group')
  const cutOff = await grid
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth))
  expect(cutOff.length).toBeGreaterThan(10)
  expect(Math.max(...cutOff)).toBeLessThanOrEqual(1)
})

test('the pages of a customer, a policy and an application, and the statement, print whole', async ({
  page,
  signIn,
}) => {
  const application = await makeEnrollable(uniqueName())
  const token = await signIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  // Of the demo: what other tests make may be undone by then.
  const first = async (path: string) => (await (await page.request.get(path, { headers })).json()).data[0].id
  const [customer, policy] = [await first('/api/Customer?statusId=4'), await first('/api/Policies?carrier=4')]
  await page.goto('/portal/customer')
  for (const address of [
    `/portal/customerManage/${customer}`,
    `/portal/policies/${policy}`,
    `/portal/mk/applications/${application}`,
    '/portal/commissions/statement',
  ]) {
    await navigate(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    const pdf = await expectPrintable(page)
    expect(pagesOf(pdf), heading).toBeGreaterThan(0)
  }
})
