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
      await expect(
        page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: /^Notifications/ }),
      ).toBeVisible()
      await expectAccessible(page, 'menu-with-bell')
    } else {
      await page.goto('/portal/marketing?search=nobody-of-this-name')
      await expect(page.getByText('No conversation fits what you look for.')).toBeVisible()
      const other = await (await browser.newContext()).newPage()
      await signInAsNew(other)
      await other.goto('/portal/dashboard')
      await expect(other.getByRole('banner').getByText(/^Marketing isn't enabled/)).toBeVisible()
      await expectAccessible(other, 'marketing-hint')
    }
  })
