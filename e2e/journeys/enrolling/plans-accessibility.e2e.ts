import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, onPhone, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the plans of an application, on one of them and on the public pages on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const name = uniqueName()
  const [id] = await makeApplications(name, [{ firstName: 'Marisol', document: household('Marisol', name) }])
  await page.goto('/self-enroll/')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('33165')
  await page.getByRole('textbox', { name: /Household income/ }).fill('41200')
  await page.getByRole('textbox', { name: 'Age of person 1' }).fill('35')
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Age of person 2' }).fill('33')
  await expectAccessible(page, 'plans-household')
  await page.getByRole('button', { name: 'See plans' }).click()
  const list = page.getByRole('list', { name: 'Plans' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'plans-public')
  await list
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expectAccessible(page, 'plan-public')

  await signIn('admin')
  await page.goto(`/portal/mk/applications/${id}/plans`)
  await expect(list.getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page, 'plans')
  await showAt(page, 390)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('checkbox', { name: /^Silver/ })).toBeVisible()
  await expectAccessible(page, 'plans-filters', onPhone)
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(sheet).toBeHidden()
  await showAt(page, 1440)
  for (const place of [0, 1, 2]) await list.getByRole('checkbox').nth(place).check()
  await expectAccessible(page, 'plans-compared')
  await page.getByRole('region', { name: 'Plans to compare' }).getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare plans' })
  await expect(dialog.getByRole('row', { name: /Generic Drugs/ })).toBeVisible()
  await expectAccessible(page, 'plans-compare')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await list
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expectAccessible(page, 'plan')
})
