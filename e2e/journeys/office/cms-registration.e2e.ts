import { makeAgent } from '../../support/records/agent-records.ts'
import { makeLeads, uniqueName } from '../../support/records/lead-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const csv = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})

test('an administrator loads the lists of CMS, sees who is registered, and a terminated agent gets no lead', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  const { npn } = agent
  const lead = uniqueName()
  await makeLeads(lead, [{ firstName: 'Ana', state: 'FL' }])
  await page.goto('/portal/manage/cms-registration')
  const grid = page.getByRole('grid', { name: 'CMS Registration' })
  const load = async (button: string, file: ReturnType<typeof csv>, rows: string) => {
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog', { name: new RegExp(button, 'i') })
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expectAccessible(page, `cms-registration ${button}`)
    await dialog.getByRole('button', { name: `Load ${rows}`, exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  await test.step('a registration list shows each agent by plan year, with file and line', async () => {
    // A year in which nothing is sold, so that agents of other tests are not told that the list does not have them.
    const heading = 'npn,applicable_plan_year,individual_registration_completion_date,individual_marketplace_end_date'
    await load('Load Registration List', csv('rcl.csv', heading, `0${npn},2019,10/02/2018,`), '1 row')
    await navigate(page, `/portal/manage/cms-registration?agentId=${agent.id}`)
    await expect(grid.getByRole('row').filter({ hasText: npn })).toContainText('Registered')
    await expect(grid).toContainText('rcl.csv, line 2')
    const lists = page.getByRole('list', { name: 'Lists of CMS' })
    await expect(lists).toContainText(/In use: rcl\.csv, 1 row, loaded .* by \p{Lu}/u)
    await expect(lists).toContainText('To fetch it each night, set CMS_REGISTRATION_LIST_URL to its address.')
    await expectAccessible(page, 'cms-registration')
  })

  await test.step('after a termination list the agent is terminated', async () => {
    await load('Load Termination List', csv('tl.csv', 'NPN,Status,Date', `${npn},T3,03/01/2026`), '1 row')
    await expect(grid.getByRole('row').filter({ hasText: npn })).toContainText('Terminated')
    await expect(grid).toContainText('tl.csv, line 2')
  })

  await test.step('a lead on HealthCare.gov is not assigned to the agent, and the sentence says by which line', async () => {
    await navigate(page, `/portal/leads?name=${lead}`)
    await page.getByRole('checkbox', { name: `Select Ana ${lead}` }).click()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Agent' }).pressSequentially(agent.lastName)
    await page.getByRole('listbox').getByRole('option', { name: agent.lastName }).click()
    await expect(dialog).toContainText(
      'HealthCare.gov ended its agreement with the agent on 03/01/2026 (T3, fraud): CMS’s termination list, tl.csv, line 2.',
    )
    await expectAccessible(page, 'an agent whom CMS terminated')
  })

  await test.step('after an undo the agent is not terminated', async () => {
    await navigate(page, `/portal/manage/cms-registration?agentId=${agent.id}`)
    const list = page.getByRole('listitem').filter({ hasText: 'Termination list' })
    await list.getByRole('button', { name: 'Undo Load' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo Load' }).click()
    await expect(grid.getByRole('row').filter({ hasText: npn })).toContainText('Registered')
  })
})
