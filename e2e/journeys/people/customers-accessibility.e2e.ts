import { changeCustomer, makeCustomer } from '../../support/records/customer-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test("no accessibility violations on the customers, their dialogs and a customer's page on desktop and phone", async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const token = await signIn('admin')
  const dialog = page.getByRole('dialog')
  await page.goto('/portal/customerManage?pageSize=30')
  const rows = page.getByRole('grid', { name: 'Customers' })
  await expect(rows).toContainText('@example')
  await rows.focus()
  await page.keyboard.press('Space')
  await expectAccessible(page, 'customers-customers')

  await navigate(page, '/portal/customerManage?dialog=new')
  await dialog.getByLabel('First name').fill('Guillermo')
  await dialog.getByLabel('Phone').fill('305555')
  await dialog.getByLabel('Phone').press('Enter')
  await expect(dialog.getByText('Not a Phone')).toBeVisible()
  await expectAccessible(page, 'customers-new')

  const { id } = await makeCustomer(page, token)
  await navigate(page, `/portal/customerManage?dialog=edit&customer=${id}`)
  await expect(dialog.getByLabel('First name')).toHaveValue('Ana')
  await dialog.getByLabel('First name').fill('Anita')
  await changeCustomer(page, token, id, { firstName: 'Annabel' })
  await dialog.getByRole('button', { name: 'Update customer' }).click()
  await expect(dialog.getByRole('radio', { name: 'Keep mine Anita' })).toBeVisible()
  await expectAccessible(page, 'customers-edit-conflict')

  await navigate(page, `/portal/customerManage?dialog=status&customer=${id}`)
  await expect(dialog.getByText('New', { exact: true })).toBeVisible()
  await expectAccessible(page, 'customers-status')
  await navigate(page, `/portal/customerManage?dialog=history&customer=${id}`)
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('Annabel')
  await expectAccessible(page, 'customers-history')

  const answer = await page.request.get('/api/Customer?statusId=4&pageSize=10', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = await answer.json()
  await navigate(page, `/portal/customerManage/${data[0].id}`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Coverage began')
  await expectAccessible(page, 'customers-person')

  await page.getByRole('button', { name: 'Edit contact methods' }).click()
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).first().fill('12 Palm Ave')
  await expectAccessible(page, 'customers-ways')
})
