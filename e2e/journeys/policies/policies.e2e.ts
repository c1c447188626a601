import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Page } from '@playwright/test'
import { chooseFilter, listed, openPolicies, rowsOf, totalShown } from '../../support/records/policy-list.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

test.describe('the filters of the policy list', () => {
  const moreFilters = async (page: Page) => {
    await page.getByRole('button', { name: 'More filters' }).click()
    await expect(page.getByLabel('Insured', { exact: true })).toBeVisible()
  }

  const alone: { query: Record<string, string>; set(page: Page): Promise<void> }[] = [
    { query: { policyNumber: 'H66' }, set: (page) => page.getByLabel('Policy number', { exact: true }).fill('H66') },
    { query: { zipCode: '331' }, set: (page) => page.getByLabel('ZIP code', { exact: true }).fill('331') },
    { query: { carrier: '6' }, set: (page) => chooseFilter(page, 'Carrier', 'Oscar') },
    { query: { state: 'NC' }, set: (page) => chooseFilter(page, 'State', 'North Carolina') },
    {
      query: { fromDob: '2000-01-31' },
      set: async (page) => {
        await moreFilters(page)
        await page.getByLabel('Born on or after', { exact: true }).fill('01/31/2000')
      },
    },
    {
      query: { city: 'Tampa' },
      set: async (page) => {
        await moreFilters(page)
        await page.getByLabel('City', { exact: true }).fill('Tamp')
        await page.getByRole('option', { name: 'Tampa', exact: true }).click()
      },
    },
    {
      query: { county: 'Miami-Dade' },
      set: async (page) => {
        await moreFilters(page)
        await page.getByLabel('County', { exact: true }).fill('Miami')
        await page.getByRole('option', { name: /^Miami-Dade/ }).click()
      },
    },
  ]

  test('POLICY-01 POLICY-02 POLICY-03 each filter alone, several together, and an address that holds them', async ({
    page,
    signIn,
    context,
  }) => {
    const token = await signIn('admin')
    await test.step('POLICY-01 POLICY-02 number, zip code, carrier, state, birthday, city and county: each alone shows the matching policies, and is in the address', async () => {
      await openPolicies(page)
      for (const { query, set } of alone)
        await test.step(`${Object.keys(query)}`, async () => {
          await set(page)
          await expect(page).toHaveURL(`/portal/policies/manage?${new URLSearchParams(query)}`)
          const { totalRecords, data } = await listed(page, token, query)
          expect(totalRecords).toBeGreaterThan(10)
          await expect.poll(() => totalShown(page)).toBe(totalRecords)
          await expect(rowsOf(page.getByRole('grid', { name: 'Policies' }))).toContainText(
            data.map(({ policyNumber }) => policyNumber),
          )
          await page.getByRole('button', { name: 'Clear Filters' }).click()
          await expect(page).toHaveURL('/portal/policies/manage')
        })
    })
    await test.step('POLICY-02 POLICY-03 together they keep fewer; Clear Filters empties all and shows the full list', async () => {
      await openPolicies(page)
      await chooseFilter(page, 'Carrier', 'Molina')
      await chooseFilter(page, 'State', 'Texas')
      await page.getByLabel('ZIP code', { exact: true }).fill('79')
      const query = { carrier: 5, state: 'TX', zipCode: '79' }
      const [three, two] = await Promise.all([
        listed(page, token, query),
        listed(page, token, { carrier: 5, state: 'TX' }),
      ])
      expect(three.totalRecords).toBeGreaterThan(0)
      expect(three.totalRecords).toBeLessThan(two.totalRecords)
      await expect.poll(() => totalShown(page)).toBe(three.totalRecords)
      await page.getByRole('button', { name: 'Remove State Texas' }).click()
      await expect(page).toHaveURL(/\?carrier=5&zipCode=79$/)
      await page.getByRole('button', { name: 'Clear Filters' }).click()
      await expect(page).toHaveURL('/portal/policies/manage')
      await expect(page.getByLabel('ZIP code', { exact: true })).toHaveValue('')
      await expect.poll(() => totalShown(page)).toBeGreaterThan(15_000)
    })
    await test.step('an address with filters, sort and page can be reloaded and shared', async () => {
      const address = '?carrier=6&state=FL&sort=policyNumber&order=desc&pageNumber=2&pageSize=20'
      const query = { carrier: 6, state: 'FL', sort: 'policyNumber', order: 'desc', pageNumber: 2, pageSize: 20 }
      const { data } = await listed(page, token, query)
      const numbers = data.map(({ policyNumber }) => policyNumber)
      await expect(rowsOf(await openPolicies(page, address))).toContainText(numbers)
      await page.reload()
      await expect(rowsOf(page.getByRole('grid', { name: 'Policies' }))).toContainText(numbers)
      const other = await context.newPage()
      await expect(rowsOf(await openPolicies(other, address))).toContainText(numbers)
      await expect(other.getByRole('button', { name: 'Remove Carrier Oscar' })).toBeVisible()
      await expect(other.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    })
  })

  test('CONST-03 typing searches 500 ms after the last key, and not before', async ({ page, signIn }) => {
    await page.clock.install()
    await signIn('admin')
    await openPolicies(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const field = page.getByLabel('Policy number', { exact: true })
    await field.pressSequentially('H6')
    await page.clock.runFor(400)
    await field.press('6')
    await page.clock.runFor(499)
    await expect(page).toHaveURL('/portal/policies/manage')
    await page.clock.runFor(2)
    await expect(page).toHaveURL('/portal/policies/manage?policyNumber=H66')
  })
})

test.describe('what the policy list shows', () => {
  test('POLICY-04 POLICY-05 POLICY-06 POLICY-14 POLICY-15 MSG-12 CONST-01 the columns, no rows, no answer, and pages', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    await test.step('POLICY-04 POLICY-05 POLICY-06 number, insured, plan cut to 30 letters, members, twelve months with an amount or - in each, and the contact columns with their switch', async () => {
      const grid = await openPolicies(page, '?carrier=4')
      const headings = await grid.getByRole('columnheader').allInnerTexts()
      for (const heading of ['Policy number', 'Insured', 'Plan', 'Members']) expect(headings).toContain(heading)
      expect(headings.filter((heading) => monthNames.some((month) => month === heading))).toEqual([...monthNames])
      const first = headings.indexOf('Jan')
      const cells = await rowsOf(grid).first().getByRole('gridcell').allInnerTexts()
      // In January the year has no past month.
      const [top] = (await listed(page, token, { carrier: 4 })).data
      expect(cells.slice(first, first + 12)).toEqual(top?.months.map(inColumns))

      const { data } = await listed(page, token, { carrier: 7, pageSize: 500 })
      const long = data.find(({ planName }) => (planName ?? '').length > 30)
      await navigate(page, `/portal/policies/manage?policyNumber=${long?.policyNumber}`)
      const cell = grid.getByTitle(long?.planName ?? 'none', { exact: true })
      await expect(cell).toHaveText(`${long?.planName?.slice(0, 30)}…`)

      await navigate(page, '/portal/policies/manage?policyNumber=H66079980')
      await expect(grid.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)
      await page.getByLabel('Contact columns').click()
      await expect(page).toHaveURL(/contact=1/)
      for (const name of ['Address', 'ZIP code', 'Email', 'Phone'])
        await expect(grid.getByRole('columnheader', { name, exact: true })).toBeVisible()
      const row = rowsOf(grid).first()
      for (const text of ['9614 Peachtree Ln, Orlando, FL', '32878', 'acosta.armando98@example.org', '(407) 555-0185'])
        await expect(row).toContainText(text)
    })
    await test.step("POLICY-14 MSG-12 nothing found says 'No Data', why, and the way out", async () => {
      await navigate(page, '/portal/policies/manage?policyNumber=nosuchnumber')
      await expect(page.getByText('No Data', { exact: true })).toBeVisible()
      await expect(page.getByText('No policies match these filters.')).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).last().click()
      await expect(rowsOf(page.getByRole('grid', { name: 'Policies' }))).toHaveCount(10)
    })
    await test.step('POLICY-15 "Policies haven\'t loaded?" without a response, and Try again loads them', async () => {
      let refused = 0
      await page.route('**/api/Policies?**', async (route) => {
        await route.abort()
        refused += 1
      })
      await page.goto('/portal/policies/manage')
      await expect(page.getByText("Policies haven't loaded?")).toBeVisible()
      // The screen retries three times automatically, then offers the button.
      await expect.poll(() => refused).toBe(3)
      await page.unroute('**/api/Policies?**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(rowsOf(page.getByRole('grid', { name: 'Policies' }))).toHaveCount(10)
      await expect(page.getByText("Policies haven't loaded?")).toHaveCount(0)
    })
    await test.step('CONST-01 pages of 10, 20, 30, 100 and 500, of 10 at first, from page 1', async () => {
      const grid = await openPolicies(page, '?carrier=4')
      const size = page.getByRole('combobox', { name: 'Rows' })
      await expect(size.getByRole('option')).toHaveText(['10', '20', '30', '100', '500'])
      await expect(size).toHaveValue('10')
      await expect(rowsOf(grid)).toHaveCount(10)
      await expect(page.getByText(/^1–10 of/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
      await size.selectOption('30')
      await expect(rowsOf(grid)).toHaveCount(30)
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page.getByText(/^31–60 of/)).toBeVisible()
      await size.selectOption('500')
      await expect(page.getByText(/^1–500 of/)).toBeVisible()
      // The choice persists and is part of the address.
      await size.selectOption('20')
      await expect(rowsOf(grid)).toHaveCount(20)
      await openPolicies(page, '?carrier=4')
      await expect(size).toHaveValue('20')
      await expect(rowsOf(grid)).toHaveCount(20)
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page).toHaveURL(/pageNumber=2&pageSize=20/)
      // Restores the state that other tests of this user expect.
      await size.selectOption('10')
      await expect(rowsOf(grid)).toHaveCount(10)
    })
  })

  test('P-30 an agent sees the own book and nothing else, in the list, its total and its export', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('agent')
    const admin = await tokenOf(page, 'admin')
    const grid = await openPolicies(page)
    const total = await totalShown(page)
    expect(total).toBeGreaterThan(10)
    const own = await listed(page, token, {})
    const detail = await page.request.get(`/api/Policies/detail/${own.data[0]?.id}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    const { agentId } = await detail.json()
    expect(total).toBe((await listed(page, admin, { agentId })).totalRecords)
    expect(total).toBeLessThan((await listed(page, admin, {})).totalRecords / 10)
    await expect(rowsOf(grid)).toHaveCount(10)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText(`${total.toLocaleString('en-US')} records, as filtered`)).toBeVisible()
    const csv = await page.request.get('/api/Policies', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    })
    expect((await csv.text()).trim().split('\n')).toHaveLength(total + 1)
  })
})

/** An amount of the API as the columns show it. */
function inColumns(amount: string | null): string {
  if (amount === null) return '-'
  const figures = Number(amount.replace('-', '')).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return amount.startsWith('-') ? `(${figures})` : figures
}
