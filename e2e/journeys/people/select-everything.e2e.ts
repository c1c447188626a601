import { type BulkKind, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Page } from '@playwright/test'
import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** The list of each kind of record with bulk changes. */
const listOf: Readonly<Record<BulkKind, string>> = {
  lead: '/portal/leads',
  customer: '/portal/customerManage',
  contact: '/portal/contact/managment',
  offline: '/portal/form/manage',
  application: '/portal/mk/applications?tab=internal',
  unpaid: '/portal/policies/unpaid-policies',
  lost: '/portal/policies/lost',
  line: '/portal/commissions/manage?month=10/2026',
  variance: '/portal/commissions/variances',
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' })
const offer = (page: Page) => bar(page).getByRole('button', { name: /^Select all [\d,]+ that match$/ })

const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' })

/** Selects the page. */
async function selectPage(page: Page): Promise<void> {
  await all(page).check()
  await expect(bar(page)).toBeVisible()
}

test('P-28 every list with bulk changes offers all that match once its page is selected', async ({ page, signIn }) => {
  // Nine screens.
  test.slow()
  await signIn('admin')
  await page.goto('/portal')
  for (const kind of kindsInBulk) {
    const address = listOf[kind]
    await navigate(page, `${address}${address.includes('?') ? '&' : '?'}pageSize=1`)
    await test.step(kind, () => selectPage(page))
    await expect(bar(page), kind).toContainText('1 on this page selected.')
    await offer(page).click()
    await expect(bar(page), kind).toContainText(/All [\d,]+ that match are selected, on all pages\./)
    await bar(page)
      .getByRole('button', { name: /^(Clear the selection|Unmark All)$/ })
      .click()
    await expect(bar(page)).toBeHidden()
  }
})

test('P-28 all that match stay selected when another user adds a row that takes the place of the selected one', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const family = uniqueName('Growing')
  for (const firstName of ['Mia', 'Noa']) await makeContact(page, token, { firstName, lastName: family })
  await page.goto(`/portal/contact/managment?name=${family}&pageSize=1&sort=name&order=asc`)
  await selectPage(page)
  await offer(page).click()
  await expect(bar(page)).toContainText('2 selected')
  await makeContact(page, token, { firstName: 'Ada', lastName: family })
  // A person comes back to the tab, and a list older than ten seconds is loaded again.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(page.getByRole('row').filter({ hasText: `Ada ${family}` })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(bar(page)).toContainText('3 selected')
})

test('P-28 all contacts that match a filter are assigned from one page of them, after a preview, and taken back', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const family = uniqueName('Everyone')
  for (const firstName of ['Ana', 'Bea', 'Cleo']) await makeContact(page, token, { firstName, lastName: family })
  await page.goto(`/portal/contact/managment?name=${family}&pageSize=2`)
  await selectPage(page)
  await expect(bar(page)).toContainText('2 on this page selected.')
  await offer(page).click()
  await expect(bar(page)).toContainText('3 selected')
  await bar(page).getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign contacts' })
  await dialog.getByRole('combobox', { name: 'Agent' }).click()
  const agent = page.getByRole('listbox').getByRole('option').nth(1)
  const name = (await agent.locator('span').first().textContent()) ?? ''
  await agent.click()
  const effect = dialog.getByRole('region', { name: 'What will change' })
  await expect(effect).toContainText('3 contacts')
  await effect.getByText('Show each record').click()
  await expect(effect.getByRole('listitem').filter({ hasText: `Cleo ${family}` })).toContainText(name)
  // A fourth one arrives between the preview and the answer.
  await makeContact(page, token, { firstName: 'Dora', lastName: family })
  await dialog.getByRole('button', { name: 'Assign 3 contacts' }).click()
  await expect(dialog).toContainText('3 contacts matched in the preview and 4 match now. Nothing was changed.')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog).toContainText('4 contacts match now; the list showed 3.')
  await dialog.getByRole('button', { name: 'Assign 4 contacts' }).click()
  await expect(page.getByText(/^4 contacts assigned to/)).toBeVisible()
  const agentsOf = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.get(`/api/Contacts?name=${family}`, { headers })
    const ids = (await answer.json()).data.map(({ id }: { id: number }) => id)
    const agents = new Set<string>()
    for (const id of ids)
      agents.add((await (await page.request.get(`/api/Contacts/${id}/details`, { headers })).json()).agentName)
    return [ids.length, ...agents]
  }
  expect(await agentsOf()).toEqual([4, name])
  await page.getByRole('button', { name: 'Bulk changes' }).click()
  const recent = page.getByRole('dialog', { name: 'Recent bulk changes' })
  await recent
    .getByRole('button', { name: /^Undo: 4 contacts/ })
    .first()
    .click()
  await expect(recent.getByRole('listitem').first()).toContainText('undone by')
  expect(await agentsOf()).not.toContain(name)
})

test('P-28 another page, another filter or another row ends the selection of all that match', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  // Records of its own: one that another test adds would move a selected one to the next page.
  const family = uniqueName('Pages')
  for (const firstName of ['Ada', 'Bea', 'Cyd']) await makeContact(page, token, { firstName, lastName: family })
  await page.goto(`/portal/contact/managment?name=${family}&pageSize=2&sort=name&order=asc`)
  const everything = bar(page).getByText(/All [\d,]+ that match are selected/)
  await selectPage(page)
  await offer(page).click()
  await expect(everything).toBeVisible()
  await page.getByRole('row').getByRole('checkbox').nth(1).uncheck()
  await expect(bar(page)).toContainText('1 selected')
  await selectPage(page)
  await offer(page).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(bar(page)).toBeHidden()
})
