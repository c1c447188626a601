import type { Locator, Page } from '@playwright/test'
import { canary } from '../../support/canary.ts'
import { uniqueName } from '../../support/records/contact-records.ts'
import { mariaVega, submitBy } from '../../support/records/offline-form.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

/** Types text key by key with Tab after each field, and counts the keys. */
function typist(page: Page) {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  return {
    press,
    keys: () => keys,
    /** Fills consecutive fields; an empty text skips a field. */
    fields: async (...texts: string[]) => {
      for (const text of texts) {
        keys += text.length
        if (text) await page.keyboard.type(text)
        await press('Tab')
      }
    },
    /** Types a date of birth as MMDDYYYY: the digits move from select to select, and Tab leaves the year. */
    date: async (digits: string) => {
      keys += digits.length
      await page.keyboard.type(digits)
      await press('Tab')
    },
    text: async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    },
    /** Presses Tab until an element has the focus. */
    tabTo: async (wanted: Locator, key = 'Tab') => {
      await expect(wanted).toBeVisible()
      for (let pressed = 0; pressed < 40; pressed++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return
        await press(key)
      }
      await expect(wanted).toBeFocused()
    },
  }
}

/** Deletes the draft that another test of the same user left, which the form would offer first. */
async function withoutDraft(page: Page, token: string): Promise<void> {
  const answer = await page.request.delete('/api/OfflineApp/draft', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok()).toBe(true)
}

/** Changes an application through the API, as another user would. */
async function changeByApi(page: Page, token: string, id: number, what: 'hold' | 'processed', change: object) {
  const headers = { authorization: `Bearer ${token}` }
  const { version } = await (await page.request.get(`/api/OfflineApp/${id}`, { headers })).json()
  const answer = await page.request.put(`/api/OfflineApp/${id}/${what}`, { headers, data: { ...change, version } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Counts mouse clicks across page loads. */
async function countPointer(page: Page): Promise<() => Promise<number>> {
  let pressed = 0
  await page.exposeFunction('pointed', () => {
    pressed += 1
  })
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => Reflect.apply(Reflect.get(globalThis, 'pointed'), undefined, []), true),
  )
  return async () => pressed
}

test('OFFLINE-01 OFFLINE-02 OFFLINE-04 OFFLINE-05 OFFLINE-08 OFFLINE-15 CONST-11 CONST-12 CONST-13 SHELL-24 SHELL-35 with the keyboard only, a family of four is entered, submitted, found in Manage, given a note with a PDF, and found with Ctrl-K', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'types a long form key by key')
  await withoutDraft(page, await signIn('agent'))
  const pointed = await countPointer(page)
  await page.goto('/portal/form')
  await expect(page).toHaveURL('/portal/form/new')
  const menu = page.getByRole('navigation', { name: 'Main' }).or(page.locator('nav').first())
  await expect(menu.getByRole('link', { name: 'New Form' })).toBeVisible()
  await expect(page.getByLabel('Source')).toBeFocused()
  for (const title of ['Primary', 'Income', 'Household', 'Plan', 'Payment Card'])
    await expect(section(page, title)).toBeVisible()
  await expect(section(page, 'Household').getByText('No members')).toBeVisible()

  const began = Date.now()
  const { press, fields, date, text, tabTo, keys } = typist(page)
  await fields('Walk', '')
  // Identifies the record: the canary's last name is the same on a retry.
  const firstName = uniqueName('Maria')
  await fields(firstName, 'Ines', canary.lastName)
  await date('03141988')
  await fields('f', canary.ssn, 'res')
  await expect(page.getByLabel('SSN')).toHaveValue(`•••-••-${canary.ssn.slice(-4)}`)
  await press('Tab')
  await fields('3055550142', 'maria@canary.example', 's', '12 Ocean Drive')
  await expect(section(page, 'Primary').getByLabel('Phone')).toHaveValue('(305) 555-0142')
  await page.keyboard.type('33139')
  await expect(section(page, 'Primary').getByLabel('City')).toHaveValue('Miami Beach')
  await expect(section(page, 'Primary').getByLabel('State')).toHaveValue('FL')
  await expect(page.getByRole('button', { name: /^Primary/ })).toContainText('Complete')

  await press('Alt+Digit2')
  await fields('e', '42500', 'Bayside Laundry', '3055550188')
  await expect(page.getByLabel('Annual income')).toHaveValue('$42,500.00')

  await press('Alt+Digit3')
  await press('Space')
  await press('Tab')
  await fields('3', '60500')
  await press('Alt+KeyA')
  const member = (number: number) => page.getByRole('group', { name: `Member ${number}` })
  await expect(member(1).getByLabel('Relation')).toBeFocused()
  await expect(member(1).getByLabel('Last name')).toHaveValue(canary.lastName)
  await fields('Spouse', canary.memberSsn, '', 'Luis', '', '')
  await date('07021986')
  await fields('m', 's', '18000')
  for (const [index, [name, born]] of [
    ['Ana', '11212016'],
    ['Leo', '02292020'],
  ].entries()) {
    await press('Alt+KeyA')
    await expect(member(index + 2).getByLabel('Relation')).toBeFocused()
    await fields('Child', '', '', name ?? '', '', '')
    await date(born ?? '')
    await fields(index === 0 ? 'f' : 'm')
  }
  await expect(page.getByText('3 people in the household, but 4 on this form')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Use 4' }), 'Shift+Tab')
  await press('Enter')
  await expect(page.getByLabel('People in the household')).toHaveValue('4')

  await press('Alt+Digit4')
  await fields('Silver 73', '12.5')
  await press('Alt+Digit5')
  await expect(section(page, 'Payment Card').getByText('The CVV is checked once and never stored.')).toBeVisible()
  await fields(canary.card, '1131', canary.cvv, 'Maria', '', canary.lastName, 'Came with her mother.')
  await expect(page.getByLabel('Expiration')).toHaveValue('11/31')
  await expect(section(page, 'Payment Card').getByText('Amex')).toBeVisible()
  await expect(page.getByLabel('Monthly payment')).toHaveValue('$12.50')
  await press('Control+Enter')
  await expect(page.getByText('Application Successfully Submitted')).toBeVisible()
  const seconds = (Date.now() - began) / 1000
  expect(seconds).toBeLessThan(180)
  test.info().annotations.push({ type: 'typed', description: `${keys()} keys, ${seconds.toFixed(0)} s` })
  await expect(toast(page, 'Form successfully submitted!')).toBeVisible()
  const box = page.getByRole('region', { name: 'Submitted' })
  const id = (await box.getByRole('link').textContent()) ?? ''
  expect(id).toMatch(/^\d+$/)
  await expect(page.getByRole('button', { name: 'Submit Another' })).toBeFocused()
  await press('Enter')
  await expect(section(page, 'Primary').getByLabel('First name')).toHaveValue('')

  await press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  await text('offline manage')
  await expect(palette.getByRole('option', { selected: true })).toContainText('Offline Form: Manage')
  await press('Enter')
  await expect(page).toHaveURL(/\/portal\/form\/manage/)
  await expect(page.getByRole('heading', { level: 1, name: 'Offline applications' })).toBeVisible()
  await press('/')
  await tabTo(page.getByLabel('Applicant'))
  await text(firstName)
  const row = page.getByRole('row').filter({ hasText: `${firstName} Ines ${canary.lastName}` })
  // The list contains only this row, so nothing moves.
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(row).toContainText('Silver 73')
  await expect(row).toContainText('Walk-in')
  await tabTo(page.locator('main table'))
  await press('Space')
  await expect(row).toHaveAttribute('aria-selected', 'true')
  // Registered early: with the key press itself the browser may open the chooser first.
  const chooser = page.waitForEvent('filechooser')
  await press('m')
  const notes = page.getByRole('dialog', { name: /Notes/ })
  await expect(notes.getByText('Came with her mother.')).toBeVisible()
  await expect(notes.getByRole('textbox', { name: 'New note' })).toBeFocused()
  await text('The paper form, scanned.')
  await tabTo(notes.getByRole('button', { name: 'Attach file' }))
  // The file chooser belongs to the operating system; this sets its result.
  const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await press('Enter')
  await (await chooser).setFiles(paper)
  await expect(notes.getByRole('textbox', { name: 'New note' })).toBeFocused()
  await press('Control+Enter')
  await expect(notes.getByRole('list', { name: 'Notes' }).getByText('paper.pdf')).toBeVisible()
  await press('Escape')
  await expect(notes).toBeHidden()

  await press('Control+k')
  await text(`${firstName} ${canary.lastName}`.toLowerCase())
  await expect(palette.getByRole('group', { name: 'Offline applications' }).getByRole('option')).toContainText([
    `${firstName} Ines ${canary.lastName}`,
  ])
  await expect(palette.getByRole('option', { selected: true })).toContainText(`Application ${id}`)
  await press('Enter')
  await expect(page.getByRole('dialog', { name: `Application ${id}` }).getByText('•••-••-1423')).toBeVisible()
  expect(await pointed()).toBe(0)
})

test('OFFLINE-03 OFFLINE-06 OFFLINE-07 MSG-10 OFFLINE-09 OFFLINE-10 OFFLINE-16 OFFLINE-17 OFFLINE-18 OFFLINE-19 OFFLINE-20 invalid fields are marked, listed and focused, nothing is sent, and Restore asks first', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'types a long form key by key')
  await withoutDraft(page, await signIn('agent'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/OfflineApp')) sent.push(request.url())
  })
  await page.goto('/portal/form/new')
  await expect(page.getByLabel('Source')).toBeFocused()
  const primary = section(page, 'Primary')
  await primary.getByLabel('First name').fill('   ')
  await primary.getByLabel('Phone').fill('305')
  await primary.getByLabel('SSN').fill('12')
  await primary.getByLabel('Month').selectOption('February')
  await primary.getByLabel('Day').selectOption('30')
  await primary.getByLabel('Year').selectOption('1988')
  await expect(primary.getByLabel('Year').locator('option')).toHaveCount(112)
  const card = section(page, 'Payment Card')
  await card.getByLabel('Card number').fill('4111 1111 1111 1112')
  await card.getByLabel('Expiration').fill('1020')
  await card.getByLabel('CVV').fill('1')
  await page.getByRole('button', { name: 'Add member' }).click()
  await page.getByLabel('Relation').selectOption('Spouse')
  await page.getByRole('button', { name: 'Submit New' }).click()
  await expect(toast(page, 'Validation failed, form errors!')).toBeVisible()
  await expect(primary.getByLabel('First name')).toBeFocused()
  await expect(primary.getByText('Not a Phone')).toBeVisible()
  await expect(primary.getByText('Not an SSN')).toBeVisible()
  await expect(primary.getByText('Must be valid date')).toBeVisible()
  await expect(primary.getByText('Address is required')).toBeVisible()
  for (const text of ['Not a card number', 'Not an expiration', 'Not a CVV'])
    await expect(card.getByText(text)).toBeVisible()
  await expect(section(page, 'Household').getByText('Annual income is required')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Primary/ })).toContainText('errors')
  await primary.getByLabel('Month').selectOption('March')
  await primary.getByLabel('Year').selectOption(String(new Date().getFullYear() - 10))
  await expect(primary.getByText('Must be 18+')).toBeVisible()

  await page.getByRole('button', { name: 'Show Errors' }).click()
  const errors = section(page, 'Errors')
  await errors.getByRole('button', { name: 'Card number: Not a card number' }).click()
  await expect(card.getByLabel('Card number')).toBeFocused()
  await card.getByLabel('Card number').fill('4111 1111 1111 1111')
  await expect(errors.getByText('Not a card number')).toBeHidden()
  await page.getByRole('button', { name: 'Show Errors' }).click()
  await expect(errors).toBeHidden()
  expect(sent).toEqual([])

  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(primary.getByLabel('Phone')).toHaveValue('')
  await expect(page.getByText('No members')).toBeVisible()
  await expect(primary.getByText('Not a Phone')).toBeHidden()
})

test('P-75 P-85 OFFLINE-06 OFFLINE-15 a draft is available again after a reload, a lost response is reported, and the retry creates one application', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'types a long form key by key')
  const token = await signIn('admin')
  await withoutDraft(page, token)
  await page.goto('/portal/form/new')
  const primary = section(page, 'Primary')
  await expect(page.getByLabel('Source')).toBeFocused()
  const lastName = `Draft${Date.now()}`
  await primary.getByLabel('First name').fill('Maria')
  await primary.getByLabel('Last name').fill(lastName)
  await primary.getByLabel('SSN').fill('900123456')
  await expect(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M, without SSN and card$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Continue the application of Maria ${lastName}, typed just now`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(primary.getByLabel('Last name')).toHaveValue(lastName)
  await expect(primary.getByLabel('SSN')).toHaveValue('')
  await primary.getByLabel('SSN').fill('900123456')
  await primary.getByLabel('Month').selectOption('March')
  await primary.getByLabel('Day').selectOption('14')
  await primary.getByLabel('Year').selectOption('1988')
  await primary.getByLabel('Female').check()
  await primary.getByLabel('Migratory status').selectOption('Citizen')
  await primary.getByLabel('Phone').fill('3055550142')
  await primary.getByLabel('Address').fill('12 Ocean Drive')
  await primary.getByLabel('ZIP code').pressSequentially('331391234')
  await expect(primary.getByLabel('ZIP code')).toHaveValue('33139-1234')
  await expect(primary.getByLabel('City')).toHaveValue('Miami Beach')
  await section(page, 'Income').getByLabel('Unemployed').check()
  await expect(page.getByLabel('Annual income')).toHaveValue('$0.00')

  await test.step('OFFLINE-15 a removed member leaves the form, and the others keep their values', async () => {
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    for (const [index, firstName] of ['Ana', 'Leo'].entries()) {
      await page.getByRole('button', { name: 'Add member' }).click()
      const member = page.getByRole('group', { name: `Member ${index + 1}` })
      await member.getByLabel('Relation').selectOption('Child')
      await member.getByLabel('First name').fill(firstName)
      await member.getByLabel('Month').selectOption('May')
      await member.getByLabel('Day').selectOption('7')
      await member.getByLabel('Year').selectOption('2019')
      await member.getByLabel('Male', { exact: true }).check()
    }
    const question = page.getByRole('dialog', { name: 'Really remove?' })
    await page.getByRole('button', { name: 'Remove member 1' }).click()
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(members).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove member 1' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(members).toHaveCount(1)
    await expect(page.getByRole('group', { name: 'Member 1' }).getByLabel('First name')).toHaveValue('Leo')
  })

  let lost = 0
  await page.route('**/api/OfflineApp', async (route) => {
    // The page retries three times automatically.
    if (route.request().method() !== 'POST' || lost > 3) return await route.continue()
    lost += 1
    // The server handles the request, but the response never arrives.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Submit New' }).click()
  await expect(toast(page, 'Form submission error: ')).toBeVisible()
  await expect(primary.getByLabel('Last name')).toHaveValue(lastName)
  await page.getByRole('button', { name: 'Submit New' }).click()
  await expect(page.getByText('Application Successfully Submitted')).toBeVisible()
  const listed = await page.request.get(`/api/OfflineApp?applicant=${lastName}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { totalRecords, data } = await listed.json()
  expect(totalRecords).toBe(1)
  const submitted = await page.request.get(`/api/OfflineApp/${data[0].applicationId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await submitted.json()).offlineAppMembers).toMatchObject([{ relation: 'child', firstName: 'Leo' }])
  await page.getByRole('button', { name: 'Submit Another' }).click()
  await expect(page.getByLabel('Source')).toBeFocused()
  await expect(page.getByText('Continue the application')).toBeHidden()
})

test('P-63 P-64 P-74 OFFLINE-23 OFFLINE-25 a number is masked until it is revealed with a reason and the password; holding or processing an application that another user changed shows the changes of that user', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'types a long form key by key')
  const token = await signIn('admin')
  const lastName = `Reveal${Date.now()}`
  const application = mariaVega(lastName)
  const ssn = canary.revealedSsn
  const shown = `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`
  const { applicationId } = await submitBy(page, token, {
    ...application,
    offlineAppMembers: application.offlineAppMembers.map((member) => ({ ...member, ssn })),
  })
  await page.goto(`/portal/form/manage?application=${applicationId}`)
  const view = page.getByRole('dialog', { name: `Application ${applicationId}` })
  await expect(view.getByText('•••-••-3456')).toBeVisible()
  await expect(view.getByText('•••• •••• •••• 1111')).toBeVisible()
  await view.getByRole('button', { name: 'Reveal the SSN of Luis' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reveal the SSN of Luis' })
  await dialog.getByLabel('Reason').fill('The exchange asks')
  await dialog.getByLabel('Current password').fill('Wrong-Password-1')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog.getByText('The current password is not right')).toBeVisible()
  await dialog.getByLabel('Current password').fill('Coverdesk-Demo1')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(view.getByText(shown)).toBeVisible()
  await view.getByRole('button', { name: 'Hide' }).click()
  await expect(view.getByText(shown)).toBeHidden()
  await view.getByRole('button', { name: 'Hold', exact: true }).click()
  const hold = page.getByRole('dialog', { name: 'Put on hold' })
  await hold.getByLabel(/Reason/).fill('An inquiry')
  await changeByApi(page, token, applicationId, 'hold', { held: true, reason: 'A complaint' })
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  // Shows both versions: the other user's changes and the rejected action with its reason.
  const conflict = view.getByRole('region', { name: 'Changed by someone else' })
  await expect(conflict).toContainText('On hold No → Yes; Reason of the hold - → A complaint.')
  await expect(conflict).toContainText('Not done: Hold (An inquiry).')
  await expect(view.getByText('Nothing is deleted while on hold: A complaint.')).toBeVisible()
  await conflict.getByRole('button', { name: 'Close' }).click()
  await changeByApi(page, token, applicationId, 'processed', { processed: true })
  await view.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(conflict).toContainText('Processed No → Yes.')
  await expect(conflict).toContainText('Not done: Mark as processed.')
  await view.getByRole('button', { name: 'Reopen' }).click()
  await expect(conflict).toHaveCount(0)
  await view.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(
    view.getByText(/^Processed .* by .*deleted 30 days later\. To correct the application, reopen it first\.$/),
  ).toBeVisible()
  await view.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Find by SSN' }).click()
  await page.getByRole('dialog', { name: 'Find by SSN' }).getByLabel(/SSN/).fill(ssn)
  await page.getByRole('dialog', { name: 'Find by SSN' }).getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('dialog').getByText(lastName).first()).toBeVisible()
})

test('P-63 P-74 a clerk corrects a typo of a submitted application without typing its numbers again, sees the change in the history, and prints it', async ({
  page,
  signIn,
}) => {
  const token = await signIn('agent')
  const lastName = uniqueName('Vgea')
  const { applicationId } = await submitBy(page, token, mariaVega(lastName))
  await page.addInitScript(() => Reflect.set(globalThis, 'print', () => Reflect.set(globalThis, 'printed', true)))
  await page.goto(`/portal/form/manage?application=${applicationId}`)
  const view = page.getByRole('dialog', { name: `Application ${applicationId}` })
  await view.getByRole('link', { name: 'Correct' }).click()
  await expect(page.getByRole('heading', { name: `Correct application ${applicationId}` })).toBeVisible()
  const primary = section(page, 'Primary')
  await expect(primary.getByLabel('Last name')).toHaveValue(lastName)
  await expect(primary.getByText('Leave empty to keep the number ending 3456')).toBeVisible()
  await primary.getByLabel('Last name').fill(`${lastName}s`)
  await section(page, 'Income').getByLabel('Annual income').fill('')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(section(page, 'Income').getByText('Annual income is required')).toBeVisible()
  await section(page, 'Income').getByLabel('Annual income').fill('41000')
  await section(page, 'Household').getByRole('button', { name: 'Remove member 1' }).click()
  await page.getByRole('dialog', { name: 'Really remove?' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(toast(page, 'Application corrected.')).toBeVisible()
  await expect(view.getByRole('heading', { name: `Maria ${lastName}s` })).toBeVisible()
  await expect(view.getByText('•••-••-3456')).toBeVisible()
  await expect(view.getByText('•••• •••• •••• 1111')).toBeVisible()
  await view.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History/ })
  await expect(history).toContainText(`Last name`)
  await expect(history).toContainText(`${lastName}s`)
  await expect(history).toContainText('Corrected')
  await page.keyboard.press('Escape')
  await view.getByRole('link', { name: 'Correct' }).click()
  const card = section(page, 'Payment Card')
  await card.getByRole('button', { name: 'Remove the card ending 1111' }).click()
  await expect(card.getByLabel('Card number')).toBeFocused()
  await expect(card.getByRole('status')).toHaveText('Saving removes the card ending 1111.')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(view.getByText('•••-••-3456')).toBeVisible()
  await expect(view.getByText('•••• •••• •••• 1111')).toHaveCount(0)
  await view.getByRole('link', { name: 'Print' }).click()
  await expect(page).toHaveURL(`/portal/form/manage/${applicationId}/print`)
  await expect(page.getByText('•••-••-3456')).toBeVisible()
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'printed'))).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: `Maria ${lastName}s` })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const button of ['Print', 'Back', 'Notes', 'Reveal'])
    await expect(page.getByText(button, { exact: true })).toBeHidden()
})
