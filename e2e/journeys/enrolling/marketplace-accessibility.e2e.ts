import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, navigate, onDesktop, showAt, widths } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the marketplace applications and what they open on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const name = uniqueName()
  const [id] = await makeApplications(name, [
    { firstName: 'Ana', plan: 'Clear Silver', document: household('Ana', name) },
  ])
  await signIn('admin')
  await page.goto('/portal/mk/applications')
  const rows = page.getByRole('grid', { name: 'Applications' })
  await expect(rows).toContainText('Ambetter')
  await expectAccessible(page, 'marketplace')
  await navigate(page, `/portal/mk/applications?name=${name}`)
  await expect(rows).toContainText(name)
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const update = page.getByRole('dialog', { name: `Update Ana ${name}` })
  await expect(update.getByRole('textbox', { name: 'City' })).toHaveValue('Miami')
  await expectAccessible(page, 'marketplace-update', onDesktop)
  await page.keyboard.press('Escape')
  await expect(update).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Upload CSV' }).click()
  const upload = page.getByRole('dialog', { name: 'Upload CSV' })
  await upload.locator('input[type=file]').setInputFiles({
    name: 'client_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`ffm_app_id,last_name,email,household_size\n${id},${name},no-email,2\n${id}7,${name},,1\n`),
  })
  await expect(upload.getByRole('list', { name: 'Refused rows' })).toContainText('Line 2')
  await expectAccessible(page, 'marketplace-upload')
  await navigate(page, `/portal/mk/applications/${id}`)
  const policies = page.getByRole('region', { name: 'Policies', exact: true })
  await expect(policies).toContainText('Dental Basic')
  await expectAccessible(page, 'marketplace-details')
  if (!process.env.SHOTS) return
  for (const width of widths) {
    await showAt(page, width)
    await policies.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.SHOTS}/marketplace-policies-${width}.png` })
  }
})
