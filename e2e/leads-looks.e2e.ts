import { freshName, makeLeads } from './leads-people.ts'
import { expect, test } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'

for (const look of looks)
  test(`axe finds nothing on the leads and what they open, ${look.theme} at ${look.width}`, async ({
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
    const name = freshName()
    await makeLeads(name, [
      { firstName: 'Ana', phone: '3055550142', dob: '1984-02-29', plan: 'Ambetter Essential Care: Balanced Silver' },
      { firstName: 'Bea', state: 'NY' },
    ])
    await lookLike(page, look)
    await signIn('admin')
    await page.goto('/portal/leads')
    const rows = phone ? page.getByRole('list', { name: 'Leads' }) : page.getByRole('grid', { name: 'Leads' })
    await expect(rows).toContainText(name)
    await shot('leads')
    await page.goto(`/portal/leads?name=${name}`)
    await expect(rows).toContainText('Bea')
    if (!phone) {
      await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
      await shot('leads-selected')
      await page.getByRole('button', { name: 'Notes' }).click()
      const dialog = page.getByRole('dialog', { name: /Notes/ })
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'quote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await dialog.getByRole('textbox', { name: 'New note' }).fill('Called, wants a quote by e-mail.')
      await dialog.getByRole('button', { name: 'Make Note' }).click()
      await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('quote.pdf')
      await shot('leads-notes')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.getByRole('checkbox', { name: `Select Bea ${name}` }).click()
      await page.getByRole('button', { name: 'Assign', exact: true }).click()
      await page.getByRole('textbox', { name: 'Agent' }).click()
      await page.getByRole('option').nth(1).click()
      await expect(page.getByRole('region', { name: 'What will change' })).toContainText('2 leads')
      await shot('leads-assign')
      await page.keyboard.press('Escape')
    }
    await rows.getByText(`Ana ${name}`).click()
    await expect(page.getByRole('dialog', { name: 'Edit Lead' }).getByRole('textbox', { name: 'City' })).toHaveValue(
      'Miami',
    )
    await shot('leads-edit')
  })
