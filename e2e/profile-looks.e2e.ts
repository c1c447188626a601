import { expect, test } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'

for (const look of looks)
  test(`axe finds nothing on My Account and what it opens, ${look.theme} at ${look.width}`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    const shot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${look.theme}-${look.width}.png`, fullPage: true })
      await expectAccessible(page, name)
    }
    await lookLike(page, look)
    await signIn('agent')
    await page.goto('/portal/myaccount')
    await expect(page.getByLabel('First name')).toBeVisible()
    await expect(page.getByText('This session')).toBeVisible()
    await shot('account')
    await page.getByLabel('Sign-in email').fill('new@agency.test')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Current password is required')).toBeVisible()
    await shot('account-sign-in')
    await page.getByText('This session').scrollIntoViewIfNeeded()
    await shot('account-sessions')
    await page.getByRole('button', { name: 'Add address' }).click()
    await page.getByRole('button', { name: 'Add phone' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Address is required')).toBeVisible()
    await shot('account-errors')
    await page.getByRole('button', { name: 'Delete phone 1' }).click()
    await expect(page.getByRole('dialog', { name: 'Really delete?' })).toBeVisible()
    await shot('account-delete')
  })
