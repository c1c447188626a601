import { expect, test } from './people.ts'
import { expectAccessible, goOn, showAt, widths } from './screens.ts'

for (const width of widths)
  test(`axe finds nothing on the policy list, what it opens, and a policy at ${width}`, async ({ page, signIn }) => {
    const phone = width === 390
    await showAt(page, width)
    await signIn('admin')
    await page.goto('/portal/policies/manage?carrier=4')
    const rows = phone ? page.getByRole('list', { name: 'Policies' }) : page.getByRole('grid', { name: 'Policies' })
    await expect(rows).toContainText('H6')
    await expectAccessible(page, 'list')
    // Few rows from here on: what matters now stands above them, and axe looks at each cell anew.
    await goOn(page, '/portal/policies/manage?carrier=4&policyNumber=H6607')
    await expect(rows).toContainText('H66079980')
    await page.getByRole('button', { name: phone ? 'Filters' : 'More filters' }).click()
    await expect(page.getByLabel('Born on or after', { exact: true })).toBeVisible()
    await expectAccessible(page, 'list-filters')
    await page.keyboard.press('Escape')
    if (!phone) {
      await page.getByRole('button', { name: 'State', exact: true }).click()
      await expect(page.getByRole('option', { name: 'Florida' })).toBeVisible()
      await expectAccessible(page, 'list-filter-open')
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeVisible()
    await expectAccessible(page, 'list-export')
    await page.keyboard.press('Escape')
    if (!phone) {
      await rows.focus()
      for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
      await expectAccessible(page, 'list-selection')
    }
    await rows
      .getByText(/^H6\d{7}/)
      .nth(1)
      .click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Facts' })).toContainText('Florida Blue')
    await expect(page.getByRole('dialog').getByText('Plan', { exact: true })).toBeVisible()
    await expectAccessible(page, 'detail')
    await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click()
    await expect(page.getByRole('main').getByRole('region', { name: 'Facts' })).toContainText('Florida Blue')
    await expectAccessible(page, 'page')
    await goOn(page, '/portal/policies/manage?policyNumber=nosuchnumber')
    await expect(page.getByText('No Data')).toBeVisible()
    await expectAccessible(page, 'list-nothing')
  })
