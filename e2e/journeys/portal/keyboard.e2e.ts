import type { Page, Route } from '@playwright/test'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeCustomer, uniqueName } from '../../support/records/customer-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Holds the answers of matching requests until the returned function is called; counts them. */
async function holdAnswers(page: Page, isHeld: (method: string, path: string) => boolean) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = { count: 0, release }
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request()
    if (isHeld(request.method(), new URL(request.url()).pathname)) {
      held.count += 1
      await released
    }
    await route.continue()
  })
  return held
}

const writesTo = (path: string) => (method: string, address: string) => method !== 'GET' && address.startsWith(path)

test('a form that is submitted while a select still searches waits for its match and saves it', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  await page.goto('/portal/commissions/contracts')
  await page.getByRole('button', { name: 'New Contract', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Contract' })
  await dialog.getByLabel('Percent', { exact: true }).fill('60')
  await dialog.getByLabel('Start date', { exact: true }).fill('01/01/2027')
  const search = await holdAnswers(page, (method, path) => method === 'GET' && path.startsWith('/api/Agent/simplified'))
  await dialog.getByRole('combobox', { name: 'Agent' }).click()
  await page.keyboard.type(agent.lastName)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add contract' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => search.count).toBeGreaterThan(0)
  await expect(dialog.getByText('to correct')).toBeHidden()
  search.release()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('grid').getByText(agent.name).first()).toBeVisible()
})

test('a text that no choice fits is not dropped by submitting: Enter opens the list again, and the form leads back to it', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Lead' })
  await dialog.getByLabel('First name').fill('Kay')
  const state = dialog.getByRole('combobox', { name: 'State' })
  await test.step('Enter after Esc opens the list', async () => {
    await state.click()
    await page.keyboard.type('Flo')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('option', { name: 'Florida' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(state).toHaveValue('Florida')
  })
  await test.step('submitting leads back once, with the sentence at the field', async () => {
    await state.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Zz')
    await dialog.getByLabel('First name').focus()
    await page.keyboard.press('Enter')
    await expect(state).toBeFocused()
    await expect(dialog.getByText("No match for 'Zz'")).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByText("No match for 'Zz'")).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })
})

test('Esc closes the palette above a form and not the form, and the palette does not leave typed text without asking', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/customerManage')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  const firstName = dialog.getByLabel('First name')
  await expect(firstName).toBeFocused()
  await page.keyboard.type('Keyla')
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(firstName).toBeFocused()
  await expect(page.getByText('Really close?')).toBeHidden()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').pressSequentially('Dashboard')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(firstName).toHaveValue('Keyla')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').pressSequentially('Dashboard')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/dashboard/)
})

test('a form stays open while it is saved, saves once, and after a failure Enter on its button tries again', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Lead' })
  const lastName = uniqueName('Slow')
  await dialog.getByLabel('Last name').fill(lastName)
  const add = dialog.getByRole('button', { name: 'Add lead' })
  // Before the failing route: a moment without any route would let a request past.
  const save = await holdAnswers(page, writesTo('/api/Lead'))
  await test.step('a failure leaves the focus on the button', async () => {
    const failing = '**/api/Lead'
    await page.route(failing, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'server.error', message: 'Try again' } })
        : route.fallback(),
    )
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Try again')).toBeVisible()
    await expect(add).toBeFocused()
    await page.unroute(failing)
  })
  await page.keyboard.press('Enter')
  await expect(add).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(page.getByText('Really close?')).toBeHidden()
  save.release()
  await expect(dialog).toBeHidden()
  expect(save.count).toBe(1)
})

test('the calendar begins at a day each time it opens', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/customerManage')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await dialog.getByRole('textbox', { name: /^Date of birth/ }).fill('03/14/1988')
  const opener = dialog.getByRole('button', { name: 'Choose Date of birth from a calendar' })
  for (const round of ['first', 'second']) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '14 March 1988' }), round).toBeFocused()
    // Longer than the focus trap of the pop-over waits.
    await page.waitForTimeout(300)
    await expect(page.getByRole('button', { name: '14 March 1988' }), round).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
})

test('a dialog for a file begins at its button, and closing it leads back to where it was opened', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/cms-registration')
  const opener = page.getByRole('button', { name: 'Load Termination List' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Load termination list' })
  await expect(dialog.getByRole('button', { name: 'Choose file' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('an answer that comes late does not overwrite what was typed since', async ({ page, signIn }) => {
  const token = await signIn('admin')
  await test.step('the next note', async () => {
    const { lastName } = await makeCustomer(page, token)
    await page.goto(`/portal/customerManage?fullName=${encodeURIComponent(lastName)}`)
    await page.getByRole('grid').getByText(lastName).first().click()
    await page.getByRole('button', { name: 'Notes', exact: true }).first().click()
    const note = page.getByRole('textbox', { name: 'New note' })
    await note.fill('Called at noon')
    const save = await holdAnswers(page, writesTo('/api/Note'))
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => save.count).toBe(1)
    await note.fill('Called again')
    save.release()
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Called at noon')
    await expect(note).toHaveValue('Called again')
    await page.unroute('**/api/**')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find or do anything' }).getByRole('combobox').pressSequentially('Dashboard')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(note).toHaveValue('Called again')
  })
  await test.step('the next value of a list', async () => {
    await page.goto('/portal/manage/lists')
    const name = page.getByLabel('Add to locations')
    const first = uniqueName('Office')
    await name.fill(first)
    const save = await holdAnswers(page, writesTo('/api/List'))
    await page.keyboard.press('Enter')
    await expect.poll(() => save.count).toBe(1)
    await name.fill('Second office')
    save.release()
    await expect(page.getByText(`${first} added`)).toBeVisible()
    await expect(name).toHaveValue('Second office')
    await page.unroute('**/api/**')
  })
})

test('an answer that comes late does not overwrite what was typed since in the own account', async ({ page }) => {
  await signInAsNew(page)
  await page.goto('/portal/myaccount')
  const middleName = page.getByLabel('Middle name').first()
  await middleName.fill('Maria')
  const save = await holdAnswers(page, writesTo('/api/'))
  await page.keyboard.press('Enter')
  await expect.poll(() => save.count).toBe(1)
  await middleName.fill('Marisa')
  save.release()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(middleName).toHaveValue('Marisa')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
})

test('a second Enter in a step of the application does not save the step twice', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/ede/app/new')
  await page.getByLabel('First name', { exact: true }).fill('Marisol')
  await page.getByLabel('Last name', { exact: true }).fill(uniqueName())
  await page.getByLabel('Email', { exact: true }).fill('marisol@example.com')
  await page.getByLabel('Phone', { exact: true }).fill('3055550142')
  await page.getByLabel('ZIP code').fill('33139')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue to about you', exact: true }).click()
  await page.getByLabel('Street address').fill('1 Palm Ave')
  await expect(page.getByLabel('County')).not.toHaveValue('')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const finished: string[] = []
  page.on('request', (request) => {
    const sent = request.postData() ?? ''
    if (request.method() === 'PUT' && sent.includes('"finish":true')) finished.push(request.url())
  })
  const save = await holdAnswers(page, writesTo('/api/EdeApplication/'))
  await page.keyboard.press('Enter')
  await expect.poll(() => save.count).toBe(1)
  await page.keyboard.press('Enter')
  save.release()
  await expect(page.getByRole('button', { name: 'Save person' })).toBeVisible()
  await page.waitForTimeout(500)
  expect(finished).toHaveLength(1)
})
