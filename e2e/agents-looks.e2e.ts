import { dayFromToday, makeAgent } from './made-agents.ts'
import { expect, test } from './people.ts'
import { expectAccessible, lookLike, looks } from './screens.ts'

for (const look of looks)
  test(`axe finds nothing on agents and rates and their modals, ${look.theme} at ${look.width}`, async ({
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
    const token = await signIn('admin')
    const dialog = page.getByRole('dialog')
    const rows = (name: string) => (phone ? page.getByRole('list', { name }) : page.getByRole('grid', { name }))
    await page.goto('/portal/manage/agents?sort=nextExpiry')
    await expect(rows('Agents')).toContainText('Expires in')
    await shot('agents')

    await page.goto('/portal/manage/agents?dialog=edit&agent=17')
    await expect(dialog.getByLabel('First name')).not.toHaveValue('')
    await shot('agent')
    await dialog.getByRole('tab', { name: /Licences/ }).click()
    await expect(dialog.getByText('Expires in 24 days')).toBeVisible()
    await shot('agent-licences')
    await dialog.getByRole('tab', { name: /Appointments/ }).click()
    await shot('agent-appointments')
    await dialog.getByRole('tab', { name: 'Rates' }).click()
    await expect(dialog.getByRole('list', { name: 'Ambetter' })).toContainText('in force')
    await shot('agent-rates')

    await page.goto('/portal/manage/agents?dialog=new')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Not a Phone')).toBeVisible()
    await shot('agent-new')

    await page.goto('/portal/manage/rates/17')
    await expect(rows('Rates')).toContainText('Florida Blue')
    await shot('rates')
    const { id, name } = await makeAgent(page, token)
    await page.goto(`/portal/manage/rates/${id}`)
    await expect(page.getByText('This agent has no rate yet.')).toBeVisible()
    await page
      .getByRole('button', { name: /^New( Rate)?$/ })
      .first()
      .click()
    await expect(dialog.getByLabel('Agent', { exact: true })).toHaveValue(name)
    await dialog.getByLabel('Start date').fill(dayFromToday(-3).typed)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Carrier is required')).toBeVisible()
    await shot('rate-new')
  })
