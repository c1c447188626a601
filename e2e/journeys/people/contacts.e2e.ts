import { randomInt } from 'node:crypto'
import { type Download, expect as plainly } from '@playwright/test'
import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { rowsOf } from '../../support/records/policy-list.ts'
import { goTo, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('ACCESS-11 SHELL-25 SHELL-31 CONTACT-01 CONTACT-02 CONTACT-03 CONTACT-04 CONTACT-05 CONTACT-06 contacts are found, filtered and opened', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await test.step('ACCESS-11 SHELL-25 SHELL-31 CONTACT-01 CONTACT-02 CONTACT-03 the sidebar opens the contacts, and each filter applies', async () => {
    const lastName = uniqueName('Quorra')
    const made = await makeContact(page, token, {
      firstName: 'Ximena',
      lastName,
      phone: '4075550177',
      dob: '1979-11-30',
    })
    await page.goto('/portal/contact')
    await expect(page).toHaveURL('/portal/contact/managment')
    await navigate(page, '/portal/customer')
    await page.getByRole('navigation').getByRole('link', { name: 'Customer', exact: true }).click()
    await expect(page).toHaveURL('/portal/contact/managment')
    const grid = page.getByRole('grid', { name: 'Contacts' })
    await expect(grid.getByRole('columnheader')).toContainText(
      ['', 'Name', 'Email', 'Phone', 'Date of birth', 'Sex', 'Address', 'Agent', 'Created', 'Created by'],
      { useInnerText: true },
    )
    const bar = page.getByRole('search', { name: 'Filters' })
    await bar.getByLabel('Name', { exact: true }).fill(lastName)
    await expect(rowsOf(grid)).toHaveCount(1)
    await expect(rowsOf(grid).first()).toContainText(made.email)
    await expect(rowsOf(grid).first()).toContainText('(407) 555-0177')
    await expect(rowsOf(grid).first()).toContainText('11/30/1979')
    const request = page.waitForRequest(
      (request) => request.url().includes('/api/Contacts?') && request.url().includes('phone='),
    )
    await bar.getByLabel('Phone', { exact: true }).fill('(407) 555-01')
    const sent = new URL((await request).url()).searchParams
    plainly(sent.get('phone')).toBe('40755501')
    plainly([...sent.values()]).not.toContain('')
    await expect(rowsOf(grid)).toHaveCount(1)
    const upper = page.waitForRequest((request) => request.url().includes('country='))
    await bar.getByLabel('Country', { exact: true }).fill('us')
    plainly(new URL((await upper).url()).searchParams.get('country')).toBe('US')
    await expect(page.getByText('No contacts match these filters.')).toBeVisible()
    await navigate(page, `/portal/contact/managment?name=${lastName}&dateOfBirth=1979-11-30&email=${made.email}`)
    await expect(rowsOf(grid)).toHaveCount(1)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Export/ }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    plainly(await textOf(await download)).toContain(made.email)
    await page.getByRole('button', { name: 'Customers' }).click()
    await expect(page).toHaveURL(/\/portal\/customerManage/)
  })
  await test.step('CONTACT-04 CONTACT-05 CONTACT-06 the details open over the list, say when there is no such contact, and what went wrong', async () => {
    const made = await makeContact(page, token, {
      firstName: 'Ulla',
      lastName: uniqueName('Detail'),
      dob: '1991-02-03',
    })
    await navigate(page, `/portal/contact/managment?name=${made.lastName}`)
    await page.getByRole('grid', { name: 'Contacts' }).getByText(`Ulla ${made.lastName}`).click()
    const dialog = page.getByRole('dialog', { name: 'Customer Details' })
    await expect(dialog.getByRole('heading', { name: `Ulla ${made.lastName}` })).toBeVisible()
    for (const label of [
      'First name',
      'Last name',
      'Sex',
      'Date of birth',
      'Written language',
      'Spoken language',
      'Created date',
      'Created by',
    ])
      await expect(dialog.getByText(label, { exact: true })).toBeVisible()
    await expect(dialog).toContainText('02/03/1991')
    await expect(dialog.getByRole('region', { name: 'Emails' })).toContainText(made.email)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/contact=/)

    await navigate(page, '/portal/contact/managment?contact=999999999')
    await expect(dialog.getByText('Customer not found.')).toBeVisible()
    await page.route(`**/api/Contacts/${made.id}/details`, (route) =>
      route.fulfill({ status: 400, json: { code: 'request.invalid', message: 'It broke', requestId: 'x' } }),
    )
    // Reloads the page, which would otherwise show cached data.
    await page.goto(`/portal/contact/managment?contact=${made.id}`)
    await expect(dialog.getByText('Error: It broke')).toBeVisible()
  })
})

test('two contacts that may be one person are compared, merged with chosen values, and parted again as they were', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const lastName = uniqueName('Zwilling')
  // Differs from the earlier pair, which would become a third possible duplicate.
  const dob = `19${randomInt(40, 90)}-${randomInt(10, 13)}-${randomInt(10, 29)}`
  const one = await makeContact(page, token, { firstName: 'Dorothea', lastName, dob, phone: '4075550199' })
  const other = await makeContact(page, token, { firstName: 'Dorotea', lastName, dob })
  await page.goto(`/portal/contact/managment?contact=${one.id}`)
  const details = page.getByRole('dialog', { name: 'Customer Details' })
  await expect(details.getByRole('region', { name: 'Possible duplicates' })).toContainText(
    new RegExp(`May be the same as Dorotea ${lastName} \\(same date of birth, names \\d+ % alike`),
  )
  await details.getByRole('link', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Same person?' })
  await expect(dialog.getByRole('radio', { name: 'First name: Dorothea' })).toBeChecked()
  const merge = async () => {
    await dialog.getByRole('radio', { name: 'First name: Dorotea' }).check()
    await dialog.getByRole('radio', { name: `Main email: ${other.email}` }).check()
    await expect(dialog).toContainText('Also moves: 1 email, the history of the status as a customer.')
    await expect(dialog).toContainText('until the personal data, contact methods or status change')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText('Contacts merged successfully').last()).toBeVisible()
  }
  await merge()
  // The toast takes it back at once, and the customer's page later.
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Merge undone successfully')).toBeVisible()
  await page.goto(`/portal/contact/duplicates?pair=${one.id}-${other.id}`)
  await merge()
  await page.goto(`/portal/customerManage/${one.id}`)
  const merged = page.getByRole('region', { name: 'Merged' })
  await expect(merged).toContainText(`Dorotea ${lastName}`)
  await merged.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByText('Merge undone successfully')).toBeVisible()
  await expect(merged).toHaveCount(0)
  await page.goto(`/portal/contact/duplicates?pair=${one.id}-${other.id}`)
  await merge()

  await navigate(page, `/portal/contact/managment?name=${lastName}`)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await expect(rowsOf(grid)).toHaveCount(1)
  await expect(rowsOf(grid).first()).toContainText(`Dorotea ${lastName}`)
  await expect(rowsOf(grid).first()).toContainText(other.email)
  await grid.getByText(`Dorotea ${lastName}`).click()
  await expect(details.getByRole('region', { name: 'Emails' })).toContainText(one.email)
  await details.getByRole('region', { name: 'Merged' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByText('Merge undone successfully')).toBeVisible()
  await navigate(page, `/portal/contact/managment?name=${lastName}`)
  await expect(rowsOf(grid)).toHaveCount(2)
  await expect(rowsOf(grid)).toContainText([other.email, one.email])

  await navigate(page, `/portal/contact/duplicates?pair=${one.id}-${other.id}`)
  await dialog.getByRole('button', { name: 'Different people' }).click()
  await expect(page.getByText('Marked as different people')).toBeVisible()
  await navigate(page, `/portal/contact/managment?contact=${one.id}`)
  await expect(details.getByRole('heading', { name: `Dorothea ${lastName}` })).toBeVisible()
  await expect(details.getByRole('region', { name: 'Possible duplicates' })).toHaveCount(0)
})

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

test('ACCESS-11 ACCESS-28 without the claim Customer is in no sidebar, and its typed addresses show nothing', async ({
  page,
}) => {
  await signInAsNew(page)
  for (const address of ['/portal/contact/managment', '/portal/customerManage']) {
    await goTo(page, address)
    await expect(page).toHaveURL(/\/portal\/error\?error=insufficient_permissions/)
  }
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customer' })).toHaveCount(0)
})

test('the list of contacts shows whole email addresses at the width of a desktop', async ({ page, signIn }) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  // Of the demo alone: other tests make longer ones.
  await page.goto('/portal/contact/managment?name=Acosta')
  const emails = page.getByRole('grid', { name: 'Contacts' }).getByRole('gridcell', { name: /@/ })
  await expect(emails.nth(5)).toBeVisible()
  const cut = await emails.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
  )
  plainly(cut).toEqual([])
})

test('ACCESS-32 the agent filter of each list offers the agents of its own area', async ({ page, signIn }) => {
  await signIn('admin')
  for (const [address, area] of [
    ['/portal/leads', 'Lead'],
    ['/portal/pto', 'PTO'],
    ['/portal/customerManage', 'Customer'],
    ['/portal/contact/managment', 'Customer'],
    ['/portal/mk/applications', 'Application'],
    ['/portal/mk/applications?tab=internal', 'Application'],
    ['/portal/policies/unpaid-policies', 'Policy'],
  ] as const) {
    const asked = page.waitForRequest((request) => request.url().includes('/api/Agent/simplified'))
    await page.goto(address)
    plainly(new URL((await asked).url()).searchParams.get('area'), address).toBe(area)
  }
})
