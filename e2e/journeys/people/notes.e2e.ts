import { readFile } from 'node:fs/promises'
import { choose, makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('NOTE-01 NOTE-02 NOTE-03 NOTE-06 NOTE-07 NOTE-08 NOTE-09 notes are made with and without a file, kept when that fails, and the file comes back as it was', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await signIn('admin')
  await openLeads(page, name)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Notes' }).click()
  const dialog = page.getByRole('dialog', { name: /Notes/ })
  await expect(dialog).toContainText('No notes yet')
  const text = dialog.getByRole('textbox', { name: 'New note' })
  const make = dialog.getByRole('button', { name: 'Make Note' })
  await expect(text).toBeFocused()
  await expect(make).toBeDisabled()
  await text.fill('   ')
  await expect(make).toBeDisabled()
  await text.fill('Called, wants a quote.')
  await page.keyboard.press('Control+Enter')
  const list = dialog.getByRole('list', { name: 'Notes' })
  await expect(list).toContainText('Called, wants a quote.')
  await expect(list).toContainText(/\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M/)
  await expect(text).toHaveValue('')

  const attach = dialog.locator('input[type=file]')
  await attach.setInputFiles({
    name: 'big.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(dialog.getByRole('alert')).toContainText('at most 5 MB')
  const bytes = Buffer.from('%PDF-1.7 quote')
  await attach.setInputFiles({ name: 'quote é.pdf', mimeType: 'application/pdf', buffer: bytes })
  await text.fill('The quote')

  await page.route('**/api/Notes', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.busy', message: 'The server is busy' } }),
  )
  await make.click()
  await expect(page.getByText("Couldn't create note: The server is busy")).toBeVisible()
  await expect(text).toHaveValue('The quote')
  await page.unroute('**/api/Notes')
  await make.click()
  await expect(list.getByRole('listitem').first()).toContainText('The quote')
  await expect(list.getByRole('listitem')).toHaveCount(2)

  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: /quote é\.pdf/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('quote é.pdf')
  expect(await readFile(await file.path())).toEqual(bytes)

  await text.fill('Not sent')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Really close?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Notes' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(text).toHaveValue('')
})
