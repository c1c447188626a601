import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { mariaVega, submitBy } from '../../support/records/offline-form.ts'
import { rowsOf } from '../../support/records/policy-list.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('P-28 contacts are given to an agent, and offline applications marked as processed, after a preview, and taken back', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const family = uniqueName('Bulkley')
  const one = await makeContact(page, token, { firstName: 'Ana', lastName: family })
  await makeContact(page, token, { firstName: 'Bea', lastName: family })
  await page.goto(`/portal/contact/managment?name=${family}`)
  const contacts = page.getByRole('grid', { name: 'Contacts' })
  for (const firstName of ['Ana', 'Bea'])
    await contacts.getByRole('checkbox', { name: `Select ${firstName} ${family}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Assign' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign contacts' })
  await assign.getByRole('combobox', { name: 'Agent' }).click()
  const agent = page.getByRole('listbox').getByRole('option').nth(1)
  const name = (await agent.locator('span').first().textContent()) ?? ''
  await agent.click()
  const effect = page.getByRole('region', { name: 'What will change' })
  await expect(effect).toContainText('2 contacts')
  await effect.getByText('Show each record').click()
  await expect(effect.getByRole('listitem').filter({ hasText: `Bea ${family}` })).toContainText(name)
  await assign.getByRole('button', { name: 'Assign 2 contacts' }).click()
  await expect(page.getByText(/^2 contacts assigned to/)).toBeVisible()
  const agentOf = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await (await page.request.get(`/api/Contacts/${one.id}/details`, { headers })).json()).agentName
  }
  expect(await agentOf()).toBe(name)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/^Undone: 2 contacts assigned to/)).toBeVisible()
  expect(await agentOf()).not.toBe(name)

  for (const source of ['1', '2']) {
    const { offlineAppMembers: _, ...application } = mariaVega(family)
    await submitBy(page, token, { ...application, firstName: `Maria${source}` })
  }
  await navigate(page, `/portal/form/manage?applicant=${family}`)
  const applications = page.getByRole('grid', { name: 'Offline applications' })
  await expect(rowsOf(applications)).toHaveCount(2)
  for (const row of await rowsOf(applications).all()) await row.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Processed' }).click()
  const mark = page.getByRole('dialog', { name: 'Mark as processed' })
  await mark.getByRole('combobox', { name: 'Processed' }).click()
  await page.getByRole('option', { name: 'Yes, processed' }).click()
  await expect(effect).toContainText('2 applications')
  await mark.getByRole('button', { name: 'Change 2 applications' }).click()
  await expect(mark).toBeHidden()
  for (const place of [0, 1]) await expect(rowsOf(applications).nth(place)).toContainText('Processed')
  await page.getByRole('button', { name: 'Bulk changes' }).click()
  const recent = page.getByRole('dialog', { name: 'Recent bulk changes' })
  await recent
    .getByRole('button', { name: /^Undo: 2 applications/ })
    .first()
    .click()
  await expect(recent.getByRole('listitem').first()).toContainText('undone by')
  await page.keyboard.press('Escape')
  await expect(recent).toBeHidden()
  for (const place of [0, 1]) await expect(rowsOf(applications).nth(place)).toContainText('Open')
})
