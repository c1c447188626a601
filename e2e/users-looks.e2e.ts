import type { Locator } from '@playwright/test'
import { expect, nameOf, test } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'
import { idOf } from './user-list.ts'

for (const look of looks)
  test(`axe finds nothing on the users and each of their dialogs, ${look.theme} at ${look.width}`, async ({
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
    const token = await signIn('security')
    const dialog: Locator = page.getByRole('dialog')
    await page.goto('/portal/security/users')
    const rows = phone ? page.getByRole('list', { name: 'Users' }) : page.getByRole('grid', { name: 'Users' })
    await expect(rows).toContainText('@demo.test')
    if (!phone) {
      await rows.focus()
      await page.keyboard.press('Space')
    } else await rows.getByRole('checkbox').first().check()
    await shot('users')

    const agent = await idOf(page, token, nameOf('agent'))
    const customer = await idOf(page, token, nameOf('customer'))
    const open = async (what: string) => page.goto(`/portal/security/users?login=${nameOf('agent')}&${what}`)
    await open(`dialog=edit&user=${agent}`)
    await expect(dialog.getByRole('grid', { name: 'Claims' })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'administrator' }).check()
    await dialog.getByRole('checkbox', { name: 'Report, view', exact: true }).uncheck()
    await expect(dialog.getByRole('region', { name: 'What this change means' })).toContainText('Opens: Agent Manage')
    await expect(dialog.getByRole('region', { name: 'What this change means' })).toContainText('of all agents')
    await shot('edit')
    await dialog.getByLabel('Claim key').fill('office')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await shot('edit-custom')

    await open('dialog=new')
    await dialog.getByRole('button', { name: 'Make one' }).click()
    await dialog.getByRole('button', { name: 'Register user' }).click()
    await expect(dialog.getByText('User is required')).toBeVisible()
    await shot('register')

    await open(`dialog=password&user=${agent}`)
    await expect(dialog.getByRole('button', { name: 'Make one' })).toBeVisible()
    await shot('password')

    await open(`dialog=link&user=${agent}`)
    await dialog.getByLabel('Contact').fill('quintero')
    await page
      .getByRole('option', { name: /^Lucía Quintero/ })
      .first()
      .click()
    await shot('link')

    await open(`dialog=visibility&user=${agent}`)
    await expect(dialog.getByText(/^Only the own records/).or(dialog.getByText('No rules.'))).toBeVisible()
    await shot('visibility-none')
    for (const index of [0, 1]) {
      await dialog.getByRole('button', { name: 'Add rule' }).click()
      await dialog.getByLabel('Agent').nth(index).fill('ma')
      await page
        .getByRole('option', { name: /, NPN / })
        .nth(index)
        .click()
    }
    await expect(dialog.getByText(/^Will see [\d,]+ policies of 2 agents \(now [\d,]+\)/)).toBeVisible()
    await shot('visibility')
    await open('dialog=edit')
    await expect(dialog.getByText('No user selected.')).toBeVisible()
    await shot('nobody')
    expect(customer).toBeGreaterThan(0)
  })
