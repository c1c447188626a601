import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on contacts, details, duplicates, the comparison and the palette on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const token = await signIn('admin')
  const lastName = uniqueName('Cienfuegos')
  const one = await makeContact(page, token, {
    firstName: 'Marisol',
    lastName,
    dob: '1984-04-04',
    phone: '4075550166',
  })
  const other = await makeContact(page, token, {
    firstName: 'Marisól',
    lastName: `${lastName} Díaz`,
    dob: '1984-04-04',
  })
  await page.goto('/portal/contact/managment')
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await expect(page.getByText('@', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'contacts')
  await navigate(page, `/portal/contact/managment?contact=${one.id}`)
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
  await expectAccessible(page, 'contact-details')
  await navigate(page, '/portal/contact/duplicates')
  await expect(page.getByRole('heading', { level: 1, name: 'Possible duplicates' })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('%')
  await expectAccessible(page, 'duplicates')
  await navigate(page, `/portal/contact/duplicates?pair=${one.id}-${other.id}`)
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expectAccessible(page, 'merge')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await navigate(page, '/portal/policies/manage')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find or do anything' })).toBeFocused()
  await page.keyboard.type('mar')
  await expect(page.getByRole('group', { name: 'Policies' })).toBeVisible()
  await expectAccessible(page, 'palette')
})
