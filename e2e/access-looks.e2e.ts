import { expect, nameOf, test, tokenOf } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'
import { typeLogin } from './sign-in.ts'

for (const look of looks)
  test(`axe finds nothing on the pages of the login area and the warning before the end, ${look.theme} at ${look.width}`, async ({
    page,
  }) => {
    test.slow()
    const shot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${look.theme}-${look.width}.png` })
      await expectAccessible(page, name)
    }
    await page.clock.install()
    await lookLike(page, look)
    await page.goto('/login/reset/some-code')
    await page.getByLabel('New password', { exact: true }).fill('lantern')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('User is required')).toBeVisible()
    await shot('reset')
    await page.goto('/login/register')
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await shot('register')
    await page.goto('/login/forgot')
    await page.getByLabel('User', { exact: true }).fill('nobody-at-all')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Reset Email Sent!')).toBeVisible()
    await shot('forgot')

    await tokenOf(page, 'agent')
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await shot('login')
    await typeLogin(page, nameOf('agent'))
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused()
    await shot('question')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await page.clock.fastForward(841_000)
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
    await shot('warning')
  })
