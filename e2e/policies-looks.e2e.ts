import { expect, test } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'

for (const look of looks)
  test(`axe finds nothing on the policy list, what it opens, and a policy, ${look.theme} at ${look.width}`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    const shot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${look.theme}-${look.width}.png` })
      await expectAccessible(page, name)
    }
    const phone = look.width === 390
    await lookLike(page, look)
    await signIn('admin')
    await page.goto('/portal/policies/manage?carrier=4')
    const rows = phone ? page.getByRole('list', { name: 'Policies' }) : page.getByRole('grid', { name: 'Policies' })
    await expect(rows).toContainText('H6')
    await shot('list')
    // Few rows from here on: what matters now stands above them, and axe looks at each cell anew.
    await page.goto('/portal/policies/manage?carrier=4&policyNumber=H6607')
    await expect(rows).toContainText('H66079980')
    await page.getByRole('button', { name: phone ? 'Filters' : 'More filters' }).click()
    await expect(page.getByLabel('Born on or after', { exact: true })).toBeVisible()
    await shot('list-filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeVisible()
    await shot('list-export')
    await page.keyboard.press('Escape')
    if (!phone) {
      await rows.focus()
      for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
      await shot('list-selection')
    }
    await rows
      .getByText(/^H6\d{7}/)
      .nth(1)
      .click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Facts' })).toContainText('Florida Blue')
    await expect(page.getByRole('dialog').getByText('Plan', { exact: true })).toBeVisible()
    await shot('detail')
    await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click()
    await expect(page.getByRole('main').getByRole('region', { name: 'Facts' })).toContainText('Florida Blue')
    await shot('page')
    await page.goto('/portal/policies/manage?policyNumber=nosuchnumber')
    await expect(page.getByText('No Data')).toBeVisible()
    await shot('list-nothing')
  })
