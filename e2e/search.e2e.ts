import { freshName, makeContact } from './made-contacts.ts'
import { expect, test } from './people.ts'
import { listed } from './policy-list.ts'

test('Ctrl-K finds a customer by name and phone and a policy by number, by keyboard alone, and remembers what was opened', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const lastName = freshName('Palette')
  const made = await makeContact(page, token, { firstName: 'Iris', lastName, phone: '4075550123' })
  const policy = (await listed(page, token, { pageSize: 1 })).data[0]
  await page.goto('/portal/policies/manage')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()

  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  const open = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
  }
  await open()
  await page.keyboard.type(`iris ${lastName}`.toLowerCase())
  const people = palette.getByRole('group', { name: 'Customers and contacts' })
  await expect(people.getByRole('option')).toHaveCount(1)
  await expect(people.getByRole('option')).toContainText(made.email)
  await expect(people.locator('mark')).toHaveText(['Iris', lastName])
  await expect(people.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Iris ${lastName}` }).first()).toBeVisible()
  await page.goto('/portal/policies/manage')

  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await open()
  await page.keyboard.type(policy?.policyNumber ?? '')
  const policies = palette.getByRole('group', { name: 'Policies' })
  await expect(policies.getByRole('option').first()).toContainText(policy?.policyNumber ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/portal/policies/${policy?.id}`)
  await expect(
    page
      .getByRole('main')
      .getByText(policy?.policyNumber ?? '')
      .first(),
  ).toBeVisible()

  await open()
  await expect(palette.getByRole('group', { name: 'Opened last' }).getByRole('option').first()).toContainText(
    policy?.policyNumber ?? '',
  )
  await palette.getByRole('combobox').fill('zzqx nobody')
  await expect(palette.getByText("Nothing is called 'zzqx nobody'")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('P-26 who may not read contacts finds none, and screens are found as before', async ({ page, signIn }) => {
  const admin = await signIn('admin')
  const lastName = freshName('Hidden')
  await makeContact(page, admin, { firstName: 'Iris', lastName })
  const agent = await signIn('agent')
  const answer = await page.request.get('/api/Search', {
    params: { q: lastName },
    headers: { authorization: `Bearer ${agent}` },
  })
  expect(await answer.json()).toEqual({ groups: [] })
})
