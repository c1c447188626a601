import { makeUnpaid, settle, uniqueInsured, unpaidScreens } from '../../support/records/unpaid-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on unpaid and lost policies on desktop and phone', async ({ page, signIn }) => {
  test.slow(true, 'checks many states in both themes and widths')
  const name = uniqueInsured()
  const [first] = await makeUnpaid('unpaid', name, ['Ana', 'Bea'])
  await signIn('admin')
  for (const [variant, { address, title }] of Object.entries(unpaidScreens)) {
    await page.goto(address)
    const rows = page.getByRole('grid', { name: title })
    await expect(rows).toContainText('Pending')
    await expect(page.getByRole('region', { name: 'Summary by agent' })).toContainText('at stake')
    await expectAccessible(page, variant)
  }
  await navigate(page, `${unpaidScreens.unpaid.address}?insuredName=${name}`)
  await page.getByRole('checkbox', { name: `Select ${first?.number}` }).click()
  await expectAccessible(page, 'unpaid-selected')
  await page.getByRole('button', { name: 'Change Status' }).click()
  await page.getByRole('dialog', { name: 'Change Status' }).getByRole('combobox', { name: 'New status' }).click()
  await expect(page.getByRole('option', { name: 'Promised to Pay' })).toBeVisible()
  await expectAccessible(page, 'unpaid-status')
  await page.keyboard.press('Escape')
  await settle('unpaid', [first?.id ?? 0])
  await page.goto(`${unpaidScreens.unpaid.address}?state=resolved&insuredName=${name}`)
  await expect(page.getByText(/Corrected by a file/).first()).toBeVisible()
  await expectAccessible(page, 'unpaid-resolved')
  await page.goto(`/portal/policies/${first?.policyId}`)
  await expect(page.getByRole('region', { name: 'Unpaid and lost' })).toContainText('11/2026')
  await expectAccessible(page, 'policy-unpaid')
})
