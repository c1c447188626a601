import { dayFromToday, makeAgent, makeRate, newAgentInput, saveAgent } from '../../support/records/agent-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on agents and rates and their modals on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const token = await signIn('admin')
  const dialog = page.getByRole('dialog')
  const rows = (name: string) => page.getByRole('grid', { name })
  await page.goto('/portal/manage/agents?sort=nextExpiry')
  await expect(rows('Agents')).toContainText('Expires in')
  await expectAccessible(page, 'agents')

  // Few credentials: each is a small form, and the demo's agents have about sixty each, which slows axe down.
  const paper = { state: 'FL', number: 'W77', effective: '2025-01-01', expiry: null }
  const agent = await makeAgent(page, token, {
    licenses: [
      { ...paper, line: 'Health', expiry: dayFromToday(23).iso },
      { ...paper, line: 'Health', state: 'GA' },
    ],
    appointments: [
      { ...paper, carrierId: 1, expiry: dayFromToday(40).iso, terminated: null },
      { ...paper, carrierId: 2, terminated: '2025-06-30' },
    ],
  })
  await makeRate(page, token, { agentId: agent.id, carrierId: 1, rate1: '18.00', startDate: dayFromToday(0).iso })
  await navigate(page, `/portal/manage/agents?dialog=edit&agent=${agent.id}`)
  await expect(dialog.getByLabel('First name')).not.toHaveValue('')
  await expectAccessible(page, 'agent')
  await dialog.getByRole('tab', { name: /Licenses/ }).click()
  await expect(dialog.getByText('Expires in 23 days')).toBeVisible()
  await expectAccessible(page, 'agent-licenses')
  await dialog.getByRole('tab', { name: /Appointments/ }).click()
  await expect(dialog.getByRole('button', { name: 'Add appointment' })).toBeVisible()
  await expectAccessible(page, 'agent-appointments')
  await dialog.getByRole('tab', { name: 'Rates' }).click()
  await expect(dialog.getByText('in force').first()).toBeVisible()
  await expectAccessible(page, 'agent-rates')

  const known = await makeAgent(page, token)
  await saveAgent(page, token, { ...newAgentInput(), id: known.id, version: known.version })
  await navigate(page, `/portal/manage/agents?dialog=edit&agent=${known.id}`)
  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'agent-history')

  await navigate(page, '/portal/manage/agents?dialog=new')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Not a Phone')).toBeVisible()
  await expectAccessible(page, 'agent-new')

  await navigate(page, '/portal/manage/rates/17')
  await expect(rows('Rates')).toContainText('Florida Blue')
  await expectAccessible(page, 'rates')
  const { id, name } = await makeAgent(page, token)
  await navigate(page, `/portal/manage/rates/${id}`)
  await expect(page.getByText('This agent has no rates yet.')).toBeVisible()
  const create = page.getByRole('button', { name: /^New( Rate)?$/ })
  await create.first().click()
  await expect(dialog.getByLabel('Agent', { exact: true })).toHaveValue(name)
  await dialog.getByLabel('Start date', { exact: true }).fill(dayFromToday(-3).typed)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Carrier is required')).toBeVisible()
  await expectAccessible(page, 'rate-new')
})
