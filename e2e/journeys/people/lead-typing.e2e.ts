import { uniqueName } from '../../support/records/lead-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('a lead is typed as people do: a pasted ZIP+4 with spaces, a date with the year first, a double click on the button', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await signIn('admin')
  await page.goto(`/portal/leads?name=${name}`)
  await expect(page.getByRole('button', { name: 'New', exact: true }).first()).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New Lead' })
  await dialog.getByLabel('Last name').pressSequentially(name)
  await dialog.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('1985-01-05')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('01/05/1985')
  await dialog.getByLabel('ZIP code').click()
  await page.keyboard.insertText(' 33139-1234 ')
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('33139-1234')
  await expect(dialog.getByLabel('City')).toHaveValue('Miami Beach')
  await dialog.getByRole('button', { name: 'Add lead' }).dblclick()
  await expect(page.getByText('Lead added.')).toBeVisible()

  const leads = page.getByRole('grid', { name: 'Leads' }).getByRole('row')
  await expect(leads).toHaveCount(2)
  await expect(leads.nth(1)).toContainText('33139-1234')

  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/Notes')) sent += 1
  })
  await page.getByRole('button', { name: 'Notes' }).click()
  const notes = page.getByRole('dialog', { name: /Notes/ })
  await notes.getByRole('textbox', { name: 'New note' }).pressSequentially('Wants Silver')
  await page.context().setOffline(true)
  await notes.getByRole('button', { name: 'Make Note' }).click()
  await expect(page.getByText("Couldn't create note:")).toBeVisible()
  await page.context().setOffline(false)
  sent = 0
  await notes.getByRole('button', { name: 'Make Note' }).dblclick()
  await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Wants Silver')
  await expect(page.getByText("Couldn't create note:")).toBeHidden()
  expect(sent).toBe(1)
})
