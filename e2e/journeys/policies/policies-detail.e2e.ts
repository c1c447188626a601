import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Locator, Page } from '@playwright/test'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import { listed, openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { savedFile } from '../../support/saved-file.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

/** A policy of the demo; no test uploads files of its carrier. */
const number = 'H66079980'

/** The value beside a name. */
function fact(detail: Locator, label: string): Locator {
  return detail
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
}

async function expectDetail(detail: Locator) {
  await expect(fact(detail, 'Plan')).toHaveText('myBlue Silver 2129 94')
  await expect(fact(detail, 'Agent of record')).toHaveText('Lidia Fuentes')
  await expect(fact(detail, 'Phone')).toHaveText('(407) 555-0185')
  await expect(fact(detail, 'Premium')).toHaveText(/^\$[\d,]+\.\d\d$/)
  await expect(detail.getByText('Florida Blue', { exact: true })).toBeVisible()
  await expect(detail.getByText('4 members', { exact: true })).toBeVisible()
  const years = detail.getByRole('region', { name: 'Commissions by year and month' })
  await expect(years.getByRole('columnheader')).toHaveText(['Year', ...monthNames, 'Total'])
  const newest = years.getByRole('row').nth(1)
  await expect(newest.getByRole('rowheader')).toHaveText(/^20\d\d$/)
  await expect(newest.getByRole('cell')).toHaveCount(13)
  await expect(newest.getByRole('cell').first()).toHaveText('74.00')
}

async function view(page: Page): Promise<Locator> {
  const grid = await openPolicies(page, `?policyNumber=${number}`)
  await rowsOf(grid)
    .getByRole('checkbox', { name: `Select ${number}` })
    .click()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'View' }).click()
  return page.getByRole('dialog', { name: 'Armando Acosta' })
}

test('POLICY-07 POLICY-08 POLICY-10 POLICY-11 POLICY-12 POLICY-13 SHELL-51 the detail in a dialog and as a page, and the export', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await test.step('POLICY-07 POLICY-08 SHELL-51 View opens names and values with the commissions by year; it closes by its control and Esc, and the focus returns', async () => {
    const detail = await view(page)
    await expectDetail(detail)
    await expectFocusWithin(detail)
    await detail.getByRole('button', { name: 'Close' }).click()
    await expect(detail).toHaveCount(0)
    const button = page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'View' })
    await expect(button).toBeFocused()
    await button.click()
    await expectFocusWithin(detail)
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await test.step('POLICY-10 the same detail is a page of its own, with the way back', async () => {
    const detail = await view(page)
    await detail.getByRole('link', { name: 'Open as a page' }).click()
    await expect(page).toHaveURL(/\/portal\/policies\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Armando Acosta' })).toBeVisible()
    await expectDetail(page.getByRole('main'))
    await page.reload()
    await expectDetail(page.getByRole('main'))
    await expect(page).toHaveTitle(`Armando Acosta, ${number} · Coverdesk`)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/portal\/policies\/manage\?/)
  })
  await test.step('the open detail is part of the address: it can be shared, Back closes it, and Next goes on to the next row', async () => {
    const grid = await openPolicies(page, '?carrier=4&sort=policyNumber')
    const [first = '', second = ''] = await rowsOf(grid)
      .getByRole('gridcell')
      .filter({ hasText: /^H6\d{7}$/ })
      .allInnerTexts()
    await grid.getByText(first).click()
    const detail = page.getByRole('dialog')
    await expect(detail).toContainText(first)
    await expect(detail).toContainText(/1 of [\d,]+/)
    const address = page.url()
    expect(address).toMatch(/policy=\d+/)
    await detail.getByRole('button', { name: 'Next policy' }).click()
    await expect(detail).toContainText(second)
    await page.goBack()
    await expect(detail).toHaveCount(0)
    await page.goto(address)
    await expect(detail).toContainText(first)
  })
  await test.step('POLICY-11 POLICY-12 POLICY-13 the export menu says how many, and saves all of them as Excel, PDF and CSV', async () => {
    await openPolicies(page, '?carrier=4&state=FL&zipCode=334')
    const total = await page.getByText(/^1–10 of/).innerText()
    for (const [label, ending, start] of [
      ['Excel', 'xlsx', 'PK\u0003\u0004'],
      ['PDF', 'pdf', '%PDF-'],
      ['CSV', 'csv', '\uFEFF'],
    ] as const) {
      const request = page.waitForRequest((request) => /openxml|pdf|csv/.test(request.headers().accept ?? ''))
      const saved = await savedFile(page, async () => {
        await page.getByRole('button', { name: 'Export' }).click()
        await expect(page.getByText(`${total.replace(/^.* of /, '')} records, as filtered`)).toBeVisible()
        await expect(page.getByRole('menuitem')).toHaveText([/Excel/, /PDF/, /CSV/])
        await page.getByRole('menuitem', { name: label }).click()
      })
      expect((await request).url()).toMatch(/\/api\/Policies\?.*zipCode=334/)
      expect(saved.name).toMatch(new RegExp(`^Policies.*\\.${ending}$`))
      expect(saved.content.subarray(0, Buffer.byteLength(start)).toString()).toBe(start)
    }
  })
})

test("POLICY-09 P-26 what does not exist or is another agent's says 'This policy has no data?', page and modal", async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  const { data } = await listed(page, await tokenOf(page, 'admin'), { policyNumber: number })
  const foreign = data[0]?.id
  await openPolicies(page)
  for (const id of [999_999_999, foreign]) {
    await navigate(page, `/portal/policies/${id}`)
    await expect(page.getByText('This policy has no data?')).toBeVisible()
    await navigate(page, `/portal/policies/manage?policy=${id}`)
    const modal = page.getByRole('dialog')
    await expect(modal.getByText('This policy has no data?')).toBeVisible()
    await expect(modal).not.toContainText('Acosta')
    await page.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    await expect(page).not.toHaveURL(/policy=/)
  }
})
