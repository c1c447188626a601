import { makeOwnUser } from '../../support/records/own-user.ts'
import { expectAccessible, navigate, onPhone, showAt } from '../../support/screens.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

test('AUTH-23 a message of the demo is read at /outbox as soon as it is written, and its link leads to the new password', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('button', { name: 'Find or do anything' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or do anything' }).fill('outbox')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal\/outbox$/)
  // To a user who gets no other messages during the test.
  const user = await makeOwnUser()
  await page.goto(`/outbox?recipient=${user}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  // Another user's request while this page is open: the newest message appears automatically.
  expect((await page.request.post('/identity/forgot', { data: { user } })).status()).toBe(200)
  const message = page.getByRole('article', { name: 'Message' })
  await expect(message).toContainText(`Email to ${user}`)
  const link = await message.getByRole('link', { name: 'Open link' }).getAttribute('href')
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\/reset\/[\w-]{32,}$/)
  await expect(message.getByRole('link', { name: link ?? '' })).toBeVisible()
})

test('the outbox is for administrators only and hidden from all others', async ({ page, signIn }) => {
  const token = await signIn('agent')
  await page.goto('/outbox')
  await expect(page).toHaveURL(/\/portal\/error/)
  await navigate(page, '/portal/dashboard')
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Outbox' })).toHaveCount(0)
  const refused = await page.request.get('/api/Outbox', { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status()).toBe(403)
})

test('no accessibility violations on the outbox on desktop and phone', async ({ page, signIn }) => {
  await signIn('admin')
  for (const person of ['agent', 'security', 'customer'] as const)
    await page.request.post('/identity/forgot', { data: { user: userNameOf(person) } })
  // Of this kind only: other tests send messages at the same time.
  await page.goto('/outbox?kind=reset-link')
  await expect(page.getByRole('grid', { name: 'Messages' })).toContainText('Password reset')
  const message = page.getByRole('article', { name: 'Message' })
  await expect(message).toBeVisible()
  await expectAccessible(page, 'outbox')
  await showAt(page, 390)
  const list = page.getByRole('list', { name: 'Messages' })
  if (!(await message.isVisible())) await list.getByText('Password reset').first().click()
  await expect(message).toBeVisible()
  await expectAccessible(page, 'outbox-message', onPhone)
  await page.keyboard.press('Escape')
  await expect(list).toBeVisible()
  await showAt(page, 1440)
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Outbox' })).toBeVisible()
  await expectAccessible(page, 'outbox-menu')
  await navigate(page, '/outbox?recipient=no-such-address')
  await expect(page.getByText('No messages match these filters.')).toBeVisible()
  await expectAccessible(page, 'outbox-nothing')
})
