import { mostUnread } from '@coverdesk/domain/notifications/bell-contract.ts'
import type { Locator } from '@playwright/test'
import { withoutConversationsApp } from './own-marketer.ts'
import { signInAsNew } from './own-person.ts'
import { expect, test } from './people.ts'
import { expectAccessible, showAt, widths } from './screens.ts'

for (const width of widths)
  test(`axe finds nothing on conversations, notifications and the hint at ${width}`, async ({
    page,
    browser,
    signIn,
  }) => {
    test.slow()
    const phone = width === 390
    await withoutConversationsApp(page)
    // As many as the bell counts, so that its count is at its longest.
    await page.route('**/api/Notifications/unread', (route) => route.fulfill({ json: { unread: mostUnread } }))
    await showAt(page, width)
    await signIn('admin')
    await page.goto('/portal/marketing')
    const list = page.getByRole('region', { name: 'Conversations', exact: true })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, 'conversations')
    await list.getByRole('listitem').nth(2).getByRole('button').click()
    await expect(page.getByRole('log', { name: 'Messages' }).getByRole('article').first()).toBeVisible()
    await expectAccessible(page, 'conversation')
    if (phone) {
      await page.getByRole('button', { name: 'Back to the conversations' }).click()
      await page.getByRole('button', { name: 'Notifications', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Your notifications' })).toBeVisible()
      await expectAccessible(page, 'notifications')
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expectBellBefore(menu.getByRole('button', { name: 'Close' }), menu)
      await expectAccessible(page, 'menu-with-bell')
    } else {
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
      await expectBellBefore(sidebar.getByRole('button', { name: 'Close sidebar' }), sidebar)
      await page.goto('/portal/marketing?search=nobody-of-this-name')
      await expect(page.getByText('No conversation fits what you look for.')).toBeVisible()
    }
    const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    await signInAsNew(other)
    await other.goto('/portal/dashboard')
    const bar = other.getByRole('banner')
    if (phone) await bar.getByRole('button', { name: /^Marketing isn't enabled/ }).click()
    await expect(bar.getByText(/^Marketing isn't enabled/)).toBeVisible()
    await expectAccessible(other, 'marketing-hint')
  })

/** The bell with its whole count ends before the button beside it begins. */
async function expectBellBefore(next: Locator, where: Locator): Promise<void> {
  const count = where.getByRole('button', { name: 'Notifications, 99+ unread' }).getByText('99+')
  await expect(count).toBeVisible()
  const [own, other] = await Promise.all([count.boundingBox(), next.boundingBox()])
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(other?.x ?? 0)
}
