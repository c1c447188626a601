import { inDatabase } from '../../support/database.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('on a phone, too, the lines read of statements are the matched ones, the exceptions and the others', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('admin')
  for (const path of ['statement', 'manage']) {
    await page.goto(`/portal/commissions/${path}`)
    const proof = page.getByText(/lines = .* matched/)
    await expect(proof).toBeInViewport({ ratio: 1 })
    const [read = '', ...parts] = (await proof.innerText()).split(/=|\+/)
    const count = (text: string) => Number(text.trim().split(' ')[0]?.replaceAll(',', ''))
    expect(parts.reduce((sum, part) => sum + count(part), 0)).toBe(count(read))
    await expectAccessible(page, `${path} on a phone`)
  }
})

test('the sum of an agent in Tracking says that Policies counts only the policies that are theirs now', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const agentId = await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: string }>(
      'select agent_id::text as id from commission_tracks where agent_id is not null and total > 0 limit 1',
    )
    return rows[0]?.id ?? ''
  })
  await page.goto(`/portal/commissions/tracking?agentId=${agentId}`)
  await expect(page.getByText(/paid in \d{4}, including policies that another agent has now\./)).toBeVisible()
  await page.getByRole('link', { name: 'Open their current policies' }).click()
  await expect(page).toHaveURL(`/portal/policies/manage?agentId=${agentId}`)
  await expect(page.getByText(/received in \d{4} for these policies/)).toBeVisible()
})
