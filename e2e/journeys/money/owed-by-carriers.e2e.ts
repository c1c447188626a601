import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('the dashboard says what carriers owe by age, and each figure opens the variances that it sums up', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/dashboard')
  const region = page.getByRole('region', { name: 'Owed by carriers', exact: true })
  await expect(region.getByRole('columnheader')).toHaveText([
    'Carrier',
    'Last 3 months',
    '4 to 6 months',
    '7 to 12 months',
    'Older',
    'Total',
  ])
  await expectAccessible(page, 'dashboard')
  // Again where another test loaded a statement of this carrier between the two screens.
  await expect(async () => {
    await page.goto('/portal/dashboard')
    const row = region.getByRole('row').nth(1)
    const carrier = await row.getByRole('rowheader').innerText()
    const figure = row.getByRole('link').first()
    const amount = await figure.innerText()
    await figure.click()
    await expect(page).toHaveURL(/\/portal\/commissions\/variances\?.*owed=yes/)
    const sums = page.getByRole('region', { name: 'Sums by class' })
    await expect(sums).toContainText(`Owed to us${amount}`, { timeout: 10_000 })
    await expect(sums).toContainText('Overpaid0.00')
    await expect(page.getByRole('row').nth(1)).toContainText(carrier)
  }).toPass()
  await page.goto('/portal/dashboard')
  await region.getByRole('link', { name: /recovered to date$/ }).click()
  await expect(page).toHaveURL(/state=closed/)
  await expect(page.getByRole('heading', { name: 'Variances' })).toBeVisible()
})

test('the dashboard says what is overdue and what this month and the next three should bring, and a figure opens the policies that it adds up', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/dashboard')
  const region = page.getByRole('region', { name: 'Expected cash', exact: true })
  const since = page.getByRole('link', { name: /^Since \d{2}\/\d{4}$/ })
  const silent = region.getByRole('row').filter({ has: since }).first()
  await expect(silent.getByRole('cell').first()).toHaveText(/^[\d,]+\.\d\dSince/)
  await silent.getByRole('link', { name: /^Since/ }).click()
  await expect(page).toHaveURL(/\/portal\/manage\/upload\?carrier=\d+&kind=commissions/)
  await page.goBack()
  await expect(region.getByRole('columnheader')).toHaveCount(7)
  await expect(region.getByRole('columnheader').nth(1)).toHaveText('Overdue')
  const row = region.getByRole('row').nth(1)
  const carrier = await row.getByRole('rowheader').innerText()
  const first = row.getByRole('link').first()
  await expect(first).toHaveText(/^[\d,]+\.\d\d$/)
  const amount = await first.innerText()
  await first.click()
  await expect(page).toHaveURL(/\/portal\/commissions\/expected-cash\?carrierId=\d+/)
  await expect(page.getByRole('heading', { name: 'Expected Cash' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(carrier)
  await expect(page.getByText(`$${amount} to come by what carriers say today`)).toBeVisible()
  await expectAccessible(page, 'expected cash by policy')
})
