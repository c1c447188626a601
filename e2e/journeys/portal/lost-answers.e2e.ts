import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { makeCustomer, uniqueName } from '../../support/records/customer-records.ts'
import { nextMonday } from '../../support/records/pto-requests.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const sentence = "Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again."
const notice = 'Connection lost. Trying again…'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Lets the server carry out the next `count` writes to an address, and loses its answers; returns what still has to be lost. */
async function loseAnswers(page: Page, address: string, count: number): Promise<{ left: () => number }> {
  let left = count
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET' || left === 0) return await route.fallback()
    left--
    await route.fetch()
    await route.abort('connectionreset')
  })
  return { left: () => left }
}

async function countOf(sql: string, value: string): Promise<number> {
  const { rows } = await inDatabase((connection) =>
    connection.query(`select count(*)::int as count from ${sql}`, [value]),
  )
  return rows[0]?.count
}

/**
 * Clicks while every response is lost, also those of automatic retries; expects the error; clicks again and loses one more
 * response, which the page recovers from with a retry.
 */
async function pressUntilItHolds(page: Page, address: string, press: () => Promise<void>, saved: () => Promise<void>) {
  const all = await loseAnswers(page, address, 4)
  await press()
  await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible()
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(page.getByText(notice)).toHaveCount(0)
  expect(all.left()).toBe(0)
  await page.unroute(address)
  const one = await loseAnswers(page, address, 1)
  await press()
  await saved()
  expect(one.left()).toBe(0)
  await page.unroute(address)
}

test('P-75 P-85 MSG-04 when responses are lost, a customer, their status and a note on them are made once, by themselves and by pressing again', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await test.step('a customer', async () => {
    const lastName = uniqueName()
    await page.goto('/portal/customerManage')
    await button(page, 'New').click()
    const form = dialogOf(page, 'New customer')
    await form.getByLabel('First name').fill('Lena')
    await form.getByLabel('Last name').fill(lastName)
    await form.getByLabel('Email').fill('lena@example.com')
    await form.getByText('Female', { exact: true }).click()
    await pressUntilItHolds(
      page,
      '**/api/Customer',
      async () => {
        await expect(form.getByLabel('Last name')).toHaveValue(lastName)
        await form.getByRole('button', { name: 'Create customer' }).click()
      },
      async () => expect(page.getByText('New Customer created successfully!')).toBeVisible(),
    )
    expect(await countOf('customers cu join contacts c on c.id = cu.contact_id where c.last_name = $1', lastName)).toBe(
      1,
    )
  })
  const { id, lastName } = await makeCustomer(page, token)
  await navigate(page, `/portal/customerManage?fullName=${lastName}`)
  const row = page.getByRole('grid', { name: 'Customers' }).getByRole('row').filter({ hasText: lastName })
  await row.click()
  await test.step('a customer status', async () => {
    await button(page, 'Change Status').click()
    const dialog = dialogOf(page, 'Change Status')
    await dialog.getByLabel('New status').click()
    await page.getByRole('option', { name: 'Contacted' }).click()
    await dialog.getByLabel('Comment').fill('Called twice')
    await pressUntilItHolds(
      page,
      '**/api/Customer/*/status',
      async () => dialog.getByRole('button', { name: 'Change Status' }).click(),
      async () => expect(page.getByText('Status changed successfully!')).toBeVisible(),
    )
    expect(
      await countOf("status_changes where kind = 'customer' and record_id = $1 and status_id > 1", String(id)),
    ).toBe(1)
  })
  await test.step('a note with a file', async () => {
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await button(page, 'Notes').click()
    const dialog = page.getByRole('dialog', { name: /Notes/ })
    const text = dialog.getByRole('textbox', { name: 'New note' })
    await text.fill(`Wants a quote, ${lastName}`)
    const file = { name: 'quote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 quote') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await pressUntilItHolds(
      page,
      '**/api/Notes',
      async () => {
        await expect(text).toHaveValue(`Wants a quote, ${lastName}`)
        await dialog.getByRole('button', { name: 'Make Note' }).click()
      },
      async () => expect(text).toHaveValue(''),
    )
    await expect(dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1)
    expect(await countOf('notes where body = $1', `Wants a quote, ${lastName}`)).toBe(1)

    // The same text again, on purpose, is another note.
    await text.fill(`Wants a quote, ${lastName}`)
    await dialog.getByRole('button', { name: 'Make Note' }).click()
    await expect(dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2)
  })
})

test('P-75 P-85 MSG-04 when responses are lost, an internal application and a request for time off are made once, by themselves and by pressing again', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  await test.step('a request for time off', async () => {
    const comment = uniqueName('Moving')
    await page.goto('/portal/pto')
    await button(page, 'New').click()
    const form = dialogOf(page, 'New PTO')
    await form.getByRole('textbox', { name: 'Start date' }).fill(nextMonday().typed)
    await form.getByRole('textbox', { name: 'End date' }).fill(nextMonday().typed)
    await form.getByRole('textbox', { name: 'Comment' }).fill(comment)
    await pressUntilItHolds(
      page,
      '**/api/PTO',
      async () => form.getByRole('button', { name: 'Request PTO' }).click(),
      async () => expect(page.getByText('New PTO Requested!')).toBeVisible(),
    )
    expect(await countOf('pto_requests where comment = $1', comment)).toBe(1)
  })
  await signIn('admin')
  await test.step('an internal application', async () => {
    const lastName = uniqueName()
    await page.evaluate(() => sessionStorage.removeItem('signed-in-by-test'))
    await page.goto('/portal/mk/applications?tab=internal')
    await button(page, 'New').click()
    const form = dialogOf(page, 'New application')
    await form.getByRole('textbox', { name: 'First name' }).fill('Lena')
    await form.getByRole('textbox', { name: 'Last name' }).fill(lastName)
    await form.getByRole('textbox', { name: 'Phone' }).fill('3055550142')
    await form.getByRole('textbox', { name: 'Email' }).fill('lena@example.com')
    await pressUntilItHolds(
      page,
      '**/api/Application',
      async () => form.getByRole('button', { name: 'Create application' }).click(),
      async () => expect(page.getByText('Submission Success!')).toBeVisible(),
    )
    expect(await countOf('internal_applications where last_name = $1', lastName)).toBe(1)
  })
})

test('P-77 P-85 while the database cannot write, the browser waits and saves an edit once; a list that finds the server busy loads by itself', async ({
  page,
  signIn,
}) => {
  const busy = 'Coverdesk is busy for a moment. Trying again…'
  const { id, lastName } = await makeCustomer(page, await signIn('admin'))
  await test.step('the list', async () => {
    let answers = 0
    await page.route('**/api/Customer?*', async (route) => {
      if (answers++ > 0) return await route.fallback()
      const json = { code: 'server.busy', message: 'The server is busy' }
      await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json })
    })
    await page.goto(`/portal/customerManage?fullName=${lastName}`)
    await expect(page.getByRole('status').filter({ hasText: busy })).toBeVisible()
    await page.getByRole('grid', { name: 'Customers' }).getByRole('row').filter({ hasText: lastName }).click()
    await expect(page.getByText(busy)).toHaveCount(0)
  })
  await button(page, 'Edit').click()
  const edit = dialogOf(page, 'Edit customer')
  await edit.getByLabel('First name').fill('Willa')
  await inDatabase(async (connection) => {
    await connection.query('begin')
    await connection.query('select from contacts where id = $1 for update', [id])
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith(`/api/Customer/${id}`) && answer.status() === 503,
    )
    await edit.getByRole('button', { name: 'Update customer' }).click()
    expect((await refused).headers()['retry-after']).toBe('2')
    await expect(page.getByRole('status').filter({ hasText: busy })).toBeVisible()
    await expect(edit.getByLabel('First name')).toHaveValue('Willa')
    await connection.query('rollback')
  })
  await expect(page.getByText('Changes saved successfully!')).toBeVisible()
  await expect(page.getByText(busy)).toHaveCount(0)
  expect(
    await countOf("record_changes where entity = 'customer' and action = 'Changed' and record_id = $1", String(id)),
  ).toBe(1)
})
