import type { Page } from '@playwright/test'
import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { makeLeads } from '../../support/records/lead-records.ts'
import { makeApplications } from '../../support/records/marketplace-records.ts'
import { listed } from '../../support/records/policy-list.ts'
import { expectAccessible, onDesktop } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('Ctrl-K finds a customer by name and phone and a policy by number, by keyboard alone, loses no key on a slow machine, and remembers what was opened', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const lastName = uniqueName('Palette')
  const made = await makeContact(page, token, { firstName: 'Iris', lastName, phone: '4075550123' })
  const policy = (await listed(page, token, { pageSize: 1, carrier: 4 })).data[0]
  const number = policy?.policyNumber ?? ''
  await page.goto('/portal/policies/manage')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  // Delays its script until all keys, including Enter, are pressed.
  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  const field = palette.getByRole('combobox')
  const script = await holdBack(page, '**/assets/command-palette-*.js')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`iris ${lastName}x`.toLowerCase())
  await page.keyboard.press('Backspace')
  script.arrive()
  await expect(field).toHaveValue(`iris ${lastName}`.toLowerCase())
  await expect(field).toBeFocused()
  const people = palette.getByRole('group', { name: 'Customers and contacts' })
  await expect(people.getByRole('option')).toHaveCount(1)
  await expect(people.getByRole('option')).toContainText(made.email)
  await expect(people.locator('mark')).toHaveText(['Iris', lastName])
  await expect(people.getByRole('option')).toHaveAttribute('aria-selected', 'true')

  // The screen opened by Enter loads during the next input and must not take the focus.
  const screen = await holdBack(page, '**/assets/contact*.js')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(number.slice(0, 4))
  screen.arrive()
  await expect(page.getByRole('heading', { name: `Iris ${lastName}`, includeHidden: true }).first()).toBeAttached()
  await page.keyboard.type(number.slice(4))
  await expect(field).toHaveValue(number)
  const policies = palette.getByRole('group', { name: 'Policies' })
  await expect(policies.getByRole('option').first()).toContainText(number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/portal/policies/${policy?.id}`)
  await expect(page.getByRole('main').getByText(number).first()).toBeVisible()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  // Enter before the response opens the result of that response.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`iris ${lastName}`.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Iris ${lastName}` }).first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([
    `Iris ${lastName}`,
    number,
  ])
  await field.fill('zzqx unknown')
  await expect(palette.getByText('No results for "zzqx unknown"')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

/** Lets scripts of an address wait until they may arrive. */
async function holdBack(page: Page, address: string): Promise<{ arrive: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue()
  })
  return { arrive: () => released.resolve() }
}

test('Enter opens what all that was typed finds, an application by its id too', async ({ page, signIn }) => {
  const token = await signIn('admin')
  await test.step('Enter opens what all that was typed finds, and nothing that stands there from its first letters', async () => {
    const family = uniqueName('Palette')
    for (const end of ['a', 'b']) await makeContact(page, token, { firstName: 'Iris', lastName: `${family}${end}` })
    await page.goto('/portal/policies/manage')
    await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`iris ${family}`.toLowerCase())
    const people = page.getByRole('group', { name: 'Customers and contacts' }).getByRole('option')
    await expect(people).toHaveCount(2)
    const end = (await people.first().textContent())?.includes(`${family}a`) ? 'b' : 'a'
    const answer = await holdBack(page, '**/api/Search?*')
    await page.keyboard.type(end)
    await page.keyboard.press('Enter')
    answer.arrive()
    await expect(page.getByRole('heading', { name: `Iris ${family}${end}` }).first()).toBeVisible()
  })
  await test.step('an application is found by its id and opens where its kind is worked on, also an internal one that no page of the list shows', async () => {
    const lastName = uniqueName('Palette')
    const [exchangeId = ''] = await makeApplications(lastName, [{ firstName: 'Iris' }])
    const taken = await page.request.post('/api/Application', {
      data: { firstName: 'Iris', lastName, email: 'iris@mail.test', phone: '4075550123', carrier: 'Palm Health' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(taken.status()).toBe(200)
    await page.goto('/portal/policies/manage')
    await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Find or do anything' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type(exchangeId)
    // Results of the first digits stay until the search for the rest returns.
    const found = palette
      .getByRole('group', { name: 'Marketplace applications' })
      .getByRole('option', { name: new RegExp(`^Iris ${lastName}`) })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/portal/mk/applications/${exchangeId}`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(lastName.toLowerCase())
    const internal = palette
      .getByRole('group', { name: 'Internal applications' })
      .getByRole('option', { name: new RegExp(`^Iris ${lastName}`) })
    await expect(internal).toContainText('Palm Health')
    await expectAccessible(page, 'palette with applications', onDesktop)
    await internal.click()
    const form = page.getByRole('dialog', { name: `Application of Iris ${lastName}` })
    await expect(form.getByRole('textbox', { name: 'Last name' })).toHaveValue(lastName)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  })
})

test('P-26 who may not read contacts finds none, and screens are found as before', async ({ page, signIn }) => {
  const admin = await signIn('admin')
  const lastName = uniqueName('Hidden')
  await makeContact(page, admin, { firstName: 'Iris', lastName })
  const agent = await signIn('agent')
  const answer = await page.request.get('/api/Search', {
    params: { q: lastName },
    headers: { authorization: `Bearer ${agent}` },
  })
  expect(await answer.json()).toEqual({ groups: [] })
})

test('a lead chosen in Ctrl-K opens, and closing it leaves the list of leads', async ({ page, signIn }) => {
  const lastName = uniqueName('Lead')
  const [id] = await makeLeads(lastName, [{ firstName: 'Iris', phone: '4075550177' }])
  await signIn('admin')
  await page.goto('/portal/leads')
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`iris ${lastName}`.toLowerCase())
  const found = page.getByRole('dialog', { name: 'Find or do anything' }).getByRole('group', { name: 'Leads' })
  await expect(found.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const lead = page.getByRole('dialog', { name: 'Edit Lead' })
  await expect(lead.getByRole('textbox', { name: 'Last name' })).toHaveValue(lastName)
  await expect(page).toHaveURL(`/portal/leads?lead=${id}`)
  await lead.getByRole('button', { name: 'Close' }).click()
  await expect(lead).toBeHidden()
  await expect(page).toHaveURL('/portal/leads')
  await page.goto('/portal/leads?lead=999999999')
  await expect(page.getByText("Couldn't open the lead.")).toBeVisible()
  await expect(page).toHaveURL('/portal/leads')
})
