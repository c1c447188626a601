import { maxUnread } from '@coverdesk/domain/notifications/bell-contract.ts'
import type { Locator } from '@playwright/test'
import { withoutConversationsApp } from '../../support/records/own-marketer.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { makeRequest } from '../../support/records/pto-requests.ts'
import { expectAccessible, onDesktop, onPhone, showAt } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

test('no accessibility violations on conversations, notifications and the hint on desktop and phone', async ({
  page,
  browser,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  await withoutConversationsApp(page)
  // The maximum that the bell shows, so that its label has maximum width.
  await page.route('**/api/Notifications/unread', (route) => route.fulfill({ json: { unread: maxUnread } }))
  await signIn('admin')
  // Notifies administrators, so that the list has more than messages.
  await makeRequest(page, await tokenOf(page, 'agent'), { days: 90 + Math.floor(Math.random() * 200) })
  await page.goto('/portal/marketing')
  const list = page.getByRole('region', { name: 'Conversations', exact: true })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'conversations')
  await list.getByRole('listitem').nth(2).getByRole('button').click()
  await expect(page.getByRole('log', { name: 'Messages' }).getByRole('article').first()).toBeVisible()
  await expectAccessible(page, 'conversation')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expectBellBefore(sidebar.getByRole('button', { name: 'Close sidebar' }), sidebar)
  await showAt(page, 390)
  await page.getByRole('button', { name: 'Back to the conversations' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your notifications' })).toBeVisible()
  await expectAccessible(page, 'notifications', onPhone)
  const strip = page.getByRole('banner')
  const bell = strip.getByRole('button', { name: /^Notifications/ })
  await expectBellBefore(bell.locator('xpath=following::button[1]'), strip)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'menu-with-bell', onPhone)
  await showAt(page, 1440)
  await page.goto('/portal/marketing?search=no-such-name')
  await expect(page.getByText('No conversations match your search.')).toBeVisible()

  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInAsNew(other)
  await other.goto('/portal/dashboard')
  const bar = other.getByRole('banner')
  const hint = bar.getByText(/^Marketing isn't enabled/)
  await expect(hint).toBeVisible()
  await expectAccessible(other, 'marketing-hint', onDesktop)
  await showAt(other, 390)
  await bar.getByRole('button', { name: /^Marketing isn't enabled/ }).click()
  await expect(hint).toBeVisible()
  await expectAccessible(other, 'marketing-hint', onPhone)
})

/** The bell with its whole count ends before the button beside it begins. */
async function expectBellBefore(next: Locator, where: Locator): Promise<void> {
  const count = where.getByRole('button', { name: 'Notifications, 99+ unread' }).getByText('99+')
  await expect(count).toBeVisible()
  const [own, other] = await Promise.all([count.boundingBox(), next.boundingBox()])
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(other?.x ?? 0)
}
