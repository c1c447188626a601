import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { dayFromToday, typeDate } from '../../support/records/agent-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { decide, makeRequest, nextMonday, workdayFromToday } from '../../support/records/pto-requests.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

const table = (page: Page) => page.getByRole('grid', { name: 'Requests' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('ACCESS-15 PTO-01 PTO-02 PTO-03 PTO-04 PTO-05 PTO-06 PTO-07 PTO-08 PTO-10 an agent requests days off, sees them in the table and in Details, and can only cancel them', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  await page.goto('/portal/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pto' }).click()
  await expect(page).toHaveURL(/\/portal\/pto$/)
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Agent',
    'Start date',
    'End date',
    'Hours',
    'Status',
    'Created',
    'Comment',
  ])
  await expect(button(page, 'Details')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Change Status')).toHaveAttribute('aria-disabled', 'true')

  const monday = nextMonday()
  const comment = `${randomUUID()} moving to the new house, Priya has my clients`
  await button(page, 'New').click()
  const form = page.getByRole('dialog', { name: 'New PTO' })
  const start = form.getByRole('textbox', { name: 'Start date' })
  await typeDate(start, dayFromToday(-1).typed)
  await typeDate(form.getByRole('textbox', { name: 'End date' }), monday.typed)
  await form.getByRole('button', { name: 'Request PTO' }).click()
  await expect(form.getByText(`Start date can't be before ${dayFromToday(0).typed}`)).toBeVisible()
  await typeDate(start, dayFromToday(0).typed)
  await expect(form.getByText("Start date can't be before")).toHaveCount(0)
  await typeDate(start, monday.typed)
  await expect(form.getByRole('status')).toHaveText('Hours needed 08:00')
  await form.getByRole('combobox', { name: 'Start hour' }).click()
  await page.getByRole('option', { name: '1:00 PM', exact: true }).click()
  await expect(form.getByRole('status')).toHaveText('Hours needed 04:00')
  await form.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await form.getByRole('button', { name: 'Request PTO' }).click()
  await expect(page.getByText('New PTO Requested!')).toBeVisible()
  await expect(form).toBeHidden()

  const row = table(page).getByRole('row', { name: comment.slice(0, 36) })
  for (const words of [`${monday.typed} 1:00 PM`, '04:00', 'Requested', dayFromToday(0).typed])
    await expect(row).toContainText(words)
  await expect(row.getByText(`${comment.slice(0, 50)}…`, { exact: true })).toBeVisible()
  await row.getByText('04:00').click()
  await button(page, 'Details').click()
  const details = page.getByRole('dialog', { name: 'PTO request' })
  await expect(details.getByRole('region', { name: 'Comment' })).toContainText(comment)
  const statuses = details.getByRole('list', { name: 'Statuses' })
  await expect(statuses.getByRole('listitem')).toHaveCount(1)
  await expect(statuses).toContainText('Status Requested')
  await details.getByRole('button', { name: 'Change Status' }).click()
  await expect(details).toBeHidden()

  const change = page.getByRole('dialog', { name: 'Change Status' })
  await expect(change).toContainText(`${monday.typed} 1:00 PM to 5:00 PM`)
  await change.getByRole('combobox', { name: 'New status' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Cancelled'])
  await page.getByRole('option', { name: 'Cancelled' }).click()
  await change.getByRole('button', { name: 'Change Status' }).click()
  await expect(change.getByText('Comment is required')).toBeVisible()
  await change.getByRole('textbox', { name: 'Comment' }).fill('The mover came earlier')
  await change.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByText('PTO Updated!')).toBeVisible()
  await expect(change).toBeHidden()
  await expect(row).toContainText('Cancelled')
  await expect(button(page, 'Change Status')).toHaveAttribute('title', 'A cancelled request stays cancelled')
})

test('PTO-09 PTO-11 PTO-13 PTO-14 P-21 P-74 a user with admin.PTO decides, the requester’s open page shows it at once, and a second decision is refused', async ({
  page,
  browser,
  signIn,
}) => {
  const manager = await signIn('admin')
  const requester = await tokenOf(page, 'agent')
  const comment = randomUUID()
  const id = await makeRequest(page, requester, { comment })
  const theirs = await (await browser.newContext()).newPage()
  await theirs.addInitScript((token) => localStorage.setItem('token', token), requester)
  const opened = theirs.waitForEvent('websocket')
  await theirs.goto('/portal/pto')
  const theirRow = table(theirs).getByRole('row', { name: comment })
  await expect(theirRow).toContainText('Requested')
  await opened

  await page.goto('/portal/pto')
  const row = table(page).getByRole('row', { name: comment })
  await row.getByText('Requested').click()
  await button(page, 'Change Status').click()
  const change = page.getByRole('dialog', { name: 'Change Status' })
  await change.getByRole('combobox', { name: 'New status' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Approved', 'Denied', 'Cancelled'])
  await page.getByRole('option', { name: 'Approved' }).click()
  await change.getByRole('textbox', { name: 'Comment' }).fill('Enjoy it')
  const sent = page.waitForRequest(`**/api/PTO/${id}/status`)
  await change.getByRole('button', { name: 'Change Status' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ statusId: 2, comment: 'Enjoy it' })
  await expect(page.getByText('PTO Updated!')).toBeVisible()
  await expect(change).toBeHidden()
  await expect(row).toContainText('Approved')
  await expect(theirRow).toContainText('Approved')
  await theirRow.getByText('Approved').dblclick()
  const statuses = theirs.getByRole('dialog', { name: 'PTO request' }).getByRole('list', { name: 'Statuses' })
  await expect(statuses.getByRole('listitem').first()).toContainText('Enjoy it')
  await expect(statuses.getByRole('listitem').first()).toContainText(/\d\d\/\d\d\/\d{4}/)

  await button(page, 'Change Status').click()
  await change.getByRole('combobox', { name: 'New status' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Cancelled'])
  await page.getByRole('option', { name: 'Cancelled' }).click()
  await change.getByRole('textbox', { name: 'Comment' }).fill('We need you')
  // This page gets the live event too; the click comes before the response to its refetch.
  const news = Promise.withResolvers<void>()
  await page.route('**/api/PTO?*', async (route) => {
    await news.promise
    await route.continue()
  })
  await decide(page, manager, id, 4)
  await change.getByRole('button', { name: 'Change Status' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /^Someone else changed this record\. Reload it and try again/ })
      .first(),
  ).toBeVisible()
  news.resolve()
  await expect(row).toContainText('Cancelled')
})

test('PTO-14 an agent without Marketing learns of the decision by the bell, which opens the notifications alone', async ({
  page,
}) => {
  const { userName, token } = await signInAsNew(page)
  await inDatabase((connection) =>
    connection.query("update users set claims = '{view.PTO}' where user_name = $1", [userName]),
  )
  await page.goto('/portal/dashboard')
  const bell = (name: string) =>
    page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name, exact: true })
  await expect(bell('Notifications')).toBeVisible()
  const request = await makeRequest(page, token, { days: 21 })
  await decide(page, await tokenOf(page, 'admin'), request, 3)
  await bell('Notifications, 1 unread').click()
  await expect(page).toHaveURL('/portal/notifications')
  await expect(bell('Notifications')).toBeVisible()
  await expectAccessible(page, 'notifications-alone')
  const mine = page.getByRole('region', { name: 'Your notifications' })
  await mine.getByRole('link', { name: /^Your request for time off/ }).click()
  await expect(page).toHaveURL(/\/portal\/pto/)
  const details = page.getByRole('dialog', { name: 'PTO request' })
  await expect(details.getByRole('list', { name: 'Statuses' })).toContainText('Denied')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/portal/pto')
})

test('PTO-01 CONST-02 each filter reduces the table, and Clear Filters takes all of them off', async ({
  page,
  signIn,
}) => {
  const token = await signIn('agent')
  const [near, far] = [randomUUID(), randomUUID()]
  await makeRequest(page, token, { days: 1, comment: near })
  const id = await makeRequest(page, token, { days: 300, comment: far })
  await decide(page, token, id, 4)
  await page.goto('/portal/pto')
  const rows = table(page)
  await expect(rows).toContainText(near)
  await expect(rows).toContainText(far)
  await expect(page.getByRole('combobox', { name: 'Rows' }).getByRole('option')).toHaveText(['10', '50', '100'])
  await navigate(page, `/portal/pto?from=${dayFromToday(299).iso}`)
  await expect(rows).toContainText(far)
  await expect(rows).not.toContainText(near)
  await navigate(page, `/portal/pto?to=${dayFromToday(5).iso}`)
  await expect(rows).toContainText(near)
  await expect(rows).not.toContainText(far)
  await navigate(page, '/portal/pto?statusId=4')
  await expect(rows).toContainText(far)
  await expect(rows).not.toContainText(near)
  await button(page, 'Clear Filters').click()
  await expect(rows).toContainText(near)
  await expect(page).toHaveURL('/portal/pto')
})

test('ACCESS-15 ACCESS-28 without the claim Pto is in no sidebar, and its typed address shows nothing', async ({
  page,
}) => {
  await signInAsNew(page)
  await page.goto('/portal/pto')
  await expect(page).toHaveURL(/\/portal\/error\?error=insufficient_permissions/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pto' })).toHaveCount(0)
})

test('PTO-04 PTO-05 an overlap is said as soon as both days are typed, and the author edits a pending request with its hours and overlaps', async ({
  page,
}) => {
  const { userName, token } = await signInAsNew(page)
  await inDatabase((connection) =>
    connection.query(`update users set claims = '{view.PTO}' where user_name = $1`, [userName]),
  )
  const [first, later] = [workdayFromToday(7), workdayFromToday(14)]
  await makeRequest(page, token, { days: 7, comment: 'The first one' })
  await page.goto('/portal/pto')
  await button(page, 'New').click()
  const form = page.getByRole('dialog', { name: 'New PTO' })
  const days = [form.getByRole('textbox', { name: 'Start date' }), form.getByRole('textbox', { name: 'End date' })]
  for (const box of days) await typeDate(box, first.typed)
  await expect(form.getByText(`Overlaps your request of ${first.typed} (Requested).`)).toBeVisible()
  // Another day has no overlap.
  for (const box of days) await typeDate(box, later.typed)
  await expect(form.getByText('Overlaps your request')).toHaveCount(0)
  await page.reload()
  await table(page).getByRole('row', { name: 'The first one' }).getByText('08:00').click()
  await button(page, 'Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit PTO' })
  await expect(edit.getByRole('textbox', { name: 'Start date' })).toHaveValue(first.typed)
  await expect(edit.getByText('Overlaps your request')).toHaveCount(0)
  await typeDate(edit.getByRole('textbox', { name: 'End date' }), later.typed)
  await edit.getByRole('textbox', { name: 'Comment' }).fill('The longer one')
  await edit.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('PTO Updated!')).toBeVisible()
  const row = table(page).getByRole('row', { name: 'The longer one' })
  await expect(row).toContainText(later.typed)
  await expect(row).not.toContainText('08:00')
})
