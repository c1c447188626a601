import { dayFromToday, makeAgent } from './made-agents.ts'
import { expect, test } from './people.ts'
import { expectAccessible, showAt, widths } from './screens.ts'

for (const width of widths)
  test(`axe finds nothing on agents and rates and their modals at ${width}`, async ({ page, signIn }) => {
    test.slow()
    const phone = width === 390
    await showAt(page, width)
    const token = await signIn('admin')
    const dialog = page.getByRole('dialog')
    const rows = (name: string) => (phone ? page.getByRole('list', { name }) : page.getByRole('grid', { name }))
    await page.goto('/portal/manage/agents?sort=nextExpiry')
    await expect(rows('Agents')).toContainText('Expires in')
    await expectAccessible(page, 'agents')

    await page.goto('/portal/manage/agents?dialog=edit&agent=17')
    await expect(dialog.getByLabel('First name')).not.toHaveValue('')
    await expectAccessible(page, 'agent')
    await dialog.getByRole('tab', { name: /Licences/ }).click()
    await expect(dialog.getByText('Expires in 24 days')).toBeVisible()
    await expectAccessible(page, 'agent-licences')
    await dialog.getByRole('tab', { name: /Appointments/ }).click()
    await expect(dialog.getByRole('button', { name: 'Add appointment' })).toBeVisible()
    await expectAccessible(page, 'agent-appointments')
    await dialog.getByRole('tab', { name: 'Rates' }).click()
    await expect(dialog.getByRole('list', { name: 'Ambetter' })).toContainText('in force')
    await expectAccessible(page, 'agent-rates')

    await page.goto('/portal/manage/agents?dialog=new')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Not a Phone')).toBeVisible()
    await expectAccessible(page, 'agent-new')

    await page.goto('/portal/manage/rates/17')
    await expect(rows('Rates')).toContainText('Florida Blue')
    await expectAccessible(page, 'rates')
    const { id, name } = await makeAgent(page, token)
    await page.goto(`/portal/manage/rates/${id}`)
    await expect(page.getByText('This agent has no rate yet.')).toBeVisible()
    const create = page.getByRole('button', { name: /^New( Rate)?$/ })
    await create.first().click()
    await expect(dialog.getByLabel('Agent', { exact: true })).toHaveValue(name)
    await dialog.getByLabel('Start date', { exact: true }).fill(dayFromToday(-3).typed)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Carrier is required')).toBeVisible()
    await expectAccessible(page, 'rate-new')
  })
