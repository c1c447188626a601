import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import { uniqueName } from '../../support/records/application-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from './expect-spanish.ts'

/** Link of the newest message of a kind to a recipient, from the outbox of the demo. */
async function linkIn(page: Page, token: string, { recipient, kind }: { recipient: string; kind: string }) {
  const headers = { authorization: `Bearer ${token}` }
  const { data }: { data: { id: string }[] } = await (
    await page.request.get('/api/Outbox', { headers, params: { recipient, kind } })
  ).json()
  const { link }: { link: string } = await (await page.request.get(`/api/Outbox/${data[0]?.id}`, { headers })).json()
  return link
}

async function sign(client: Page, name: string): Promise<void> {
  await client.getByRole('checkbox').first().waitFor()
  for (const box of await client.getByRole('checkbox').all()) await box.check()
  await expectSpanish(client, 'a text to sign')
  await client.getByLabel('Nombre completo').pressSequentially(name)
  await client.getByRole('button', { name: 'Firmar', exact: true }).click()
}

test('A-022 SHELL-39 A-104 the guide’s page about applying is walked: an agent fills in an application at /ede/app/, the client consents on the agent’s device and reviews it by link, and the exchange takes it without a typed id', async ({
  page,
  signIn,
  browser,
}) => {
  // A whole application with three signatures and a submission.
  test.slow()
  const guide = openGuidePage('apply-for-coverage')
  const lastName = uniqueName()
  const recipient = `${lastName.toLowerCase()}@example.com`
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const answer = async (question: string, choice: string) =>
    await page.getByRole('group', { name: question }).getByText(choice, { exact: true }).click()
  const token = await signIn('admin')
  await page.goto('/ede/app/')
  await page.getByRole('link', { name: guide.named('New application') }).click()

  await test.step('the client', async () => {
    await page.getByLabel('First name', { exact: true }).pressSequentially('Marisol')
    await page.getByLabel('Last name', { exact: true }).pressSequentially(lastName)
    await page.getByLabel('Email', { exact: true }).pressSequentially(recipient)
    await page.getByLabel('Phone', { exact: true }).pressSequentially('3055550142')
    await button(guide.named('Start application')).click()
  })

  await test.step('A-104 the consent is asked for, and the answers can be entered before it is signed', async () => {
    await expect(page.getByRole('heading', { name: 'Your consent to get help' })).toBeVisible()
    await button(guide.named('Send consent')).click()
    await expect(page.getByText('The consent is requested and not signed yet.')).toBeVisible()
    await button(guide.named('Continue to about you')).click()
    await expect(page.getByRole('link', { name: guide.named('Save and exit') })).toBeVisible()
  })

  await test.step('a ZIP code that does not exist is refused at its field, not at the county', async () => {
    const zipCode = page.getByLabel('ZIP code')
    await zipCode.pressSequentially('00000')
    await button('Continue to household').click()
    await expect(zipCode).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('No county has this ZIP code. Check it.')).toBeVisible()
    await expect(page.getByLabel('County')).not.toHaveAttribute('aria-invalid', 'true')
    await zipCode.fill('')
  })

  await test.step('a step that is half filled in is there after a reload', async () => {
    await page.getByLabel('Street address').pressSequentially('1 Palm Ave')
    await page.getByLabel('ZIP code').pressSequentially('33165')
    await expect(page.getByLabel('County')).toHaveValue('12086')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Street address')).toHaveValue('1 Palm Ave')
    await button('Continue to household').click()
  })

  await test.step('a person with a wrong date is refused at the field', async () => {
    const birth = page.getByRole('textbox', { name: 'Date of birth' })
    await birth.pressSequentially('02302014')
    await button('Save person').click()
    await expect(birth).toHaveAttribute('aria-invalid', 'true')
    await birth.fill('')
    await birth.pressSequentially('04171983')
    await page.getByText('Female', { exact: true }).click()
    await answer('Applying for coverage?', 'Yes')
    await answer('US citizen', 'Yes')
    await answer('Uses tobacco', 'No')
    await page.getByLabel('Social Security number').pressSequentially('123456789')
    await button('Save person').click()
    await expect(page.getByRole('button', { name: `Edit Marisol ${lastName}` })).toBeVisible()
    await expectAccessible(page, 'ede-household')
    await guide.picture(page, 'apply-household')
    await button('Continue to taxes').click()
  })

  await test.step('taxes, income and coverage', async () => {
    await answer('Will you file a federal', 'Yes')
    await answer('Will someone else', 'No')
    await button('Continue to income').click()
    await answer('expect an income', 'Yes')
    await button('Continue to coverage').click()
    const missing = page.getByText('Add an income, or answer No.')
    await expect(missing).toBeVisible()
    await button('Add income or deduction').click()
    await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('36000')
    await expect(missing).toBeHidden()
    await button('Continue to coverage').click()
    await page.getByLabel('Coverage of').selectOption('none')
    await button('Continue to review').click()
  })

  await test.step('A-104 the client signs the consent on the agent’s device, which the wizard then knows', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Consent', exact: true }).last().click()
    await expect(page.getByRole('heading', { name: 'Your consent to get help' })).toBeVisible()
    await page.getByRole('group', { name: 'Language of the client' }).getByText('Español').click()
    const [tab] = await Promise.all([page.waitForEvent('popup'), button(guide.named('Sign on this device')).click()])
    await expect(page.getByText('It is open in a new tab on this device.')).toBeVisible()
    await sign(tab, `Marisol ${lastName}`)
    await expect(tab.getByText(/Este consentimiento se firmó el/)).toBeVisible()
    await expectSpanish(tab, 'a signed consent')
    await tab.close()
    // As when the person comes back to this tab, which headless Chromium never hides.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('The consent is signed.')).toBeVisible()
    await expectAccessible(page, 'ede-consent')
    await page.goBack()
  })

  await test.step('A-104 the client signs the review by link; the agent has no box to tick', async () => {
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(button('Submit application')).toBeDisabled()
    // The agent reads the answers before the client gets them to sign.
    await expect(page.getByText(`Marisol ${lastName}`, { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Income', exact: true })).toBeVisible()
    await button(guide.named('Send for review')).click()
    await expect(page.getByText('The review is requested and not signed yet.')).toBeVisible()
    const client = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await client.addInitScript(() => localStorage.setItem('language', 'es'))
    const phone = await client.newPage()
    await phone.goto(await linkIn(page, token, { recipient, kind: 'review-request' }))
    await sign(phone, `Marisol ${lastName}`)
    await expect(phone.getByRole('button', { name: 'Firmar', exact: true })).toHaveCount(0)
    await expectSpanish(phone, 'a signed review')
    await client.close()
    await page.reload()
    await expect(page.getByText('These answers are reviewed and signed.')).toBeVisible()
    await expectAccessible(page, 'ede-review')
  })

  await test.step('APP-15 the exchange takes it, and the portal shows its record', async () => {
    await button(guide.named('Submit application')).click()
    await expect(page.getByText('The application is submitted.')).toBeVisible()
    await page.getByRole('link', { name: guide.named('See your results') }).click()
    await expect(page).toHaveURL(/\/portal\/mk\/applications\/.+/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
    await page.getByRole('link', { name: 'Application Wizard' }).click()
    await expect(page.getByText('The application is submitted.')).toBeVisible()
    await navigate(page, '/ede/app/')
    await page.getByRole('textbox', { name: 'Find an application' }).pressSequentially(lastName)
    await expect(page).toHaveURL(new RegExp(`search=${lastName}`))
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText(`Marisol ${lastName}`)).toBeVisible()
  })

  const openApplication = async () =>
    await page
      .getByRole('listitem')
      .filter({ hasText: `Marisol ${lastName}` })
      .getByRole('link')
      .click()
  const changeIncome = async (amount: string) => {
    await button('Report a change').click()
    await expect(page.getByText(/^This changes the application that was submitted on/)).toBeVisible()
    await page.getByRole('button', { name: 'Income', exact: true }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await button('Continue to coverage').click()
  }
  await test.step('a change that is discarded leaves the answers that the marketplace has', async () => {
    await openApplication()
    guide.named('Report a change')
    await changeIncome('99000')
    await expectAccessible(page, 'ede-change')
    await button(guide.named('Discard the change')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the change' }).click()
    await expect(page.getByText('The application is submitted.')).toBeVisible()
  })

  await test.step('A-104 a change is signed again and changes the same application', async () => {
    await changeIncome('52000')
    await button('Continue to review').click()
    await expect(page.getByText('$52,000.00', { exact: false }).first()).toBeVisible()
    await expect(button('Submit the change')).toBeDisabled()
    await page.getByRole('group', { name: 'Language of the client' }).getByText('Español').click()
    const [tab] = await Promise.all([page.waitForEvent('popup'), button('Sign on this device').click()])
    await expect(tab.getByText('Cambio de la solicitud de cobertura')).toBeVisible()
    await sign(tab, `Marisol ${lastName}`)
    await expect(tab.getByRole('button', { name: 'Firmar', exact: true })).toHaveCount(0)
    await expectSpanish(tab, 'a signed change')
    await tab.close()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('These answers are reviewed and signed.')).toBeVisible()
    await button(guide.named('Submit the change')).click()
    await expect(page.getByText('The application is submitted.')).toBeVisible()
    await navigate(page, '/ede/app/')
    await expect(page.getByText(`Marisol ${lastName}`)).toHaveCount(1)
  })
  guide.expectWalked()
})

/** Begins an application and opens its first step with answers. */
async function beginApplication(page: Page): Promise<void> {
  await page.goto('/ede/app/new')
  await page.getByLabel('First name', { exact: true }).pressSequentially('Marisol')
  await page.getByLabel('Last name', { exact: true }).pressSequentially(uniqueName())
  await page.getByLabel('Email', { exact: true }).pressSequentially('marisol@example.com')
  await page.getByLabel('Phone', { exact: true }).pressSequentially('3055550142')
  await page.getByRole('button', { name: 'Start application', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to about you', exact: true }).click()
  await page.getByLabel('Street address').waitFor()
}

test('an answer counts as saved only once it is, not in the pause after typing', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn('admin')
  await beginApplication(page)
  const saved = page.getByText(/^Saved \d/)
  await expect(saved).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.getByLabel('Street address').pressSequentially('1 Palm Ave')
  await expect(page.getByText('Saving…')).toBeVisible()
  await expect(saved).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect(saved).toBeVisible()
})

test('an answer that could not be saved survives leaving the step, and the exit waits until it is saved', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await beginApplication(page)
  const saves = /\/api\/EdeApplication\/[^/]+$/
  await page.route(saves, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'server.error', message: 'Try again' } })
      : route.continue(),
  )
  await page.getByLabel('Street address').pressSequentially('1 Palm Ave')
  await page.getByRole('button', { name: 'Taxes' }).click()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  const exit = page.getByRole('link', { name: 'Save and exit' })
  await exit.click()
  await expect(page.getByText('Your last answers are not saved yet.')).toBeVisible()
  const address = page.url()
  await page.unroute(saves)
  await exit.click()
  await expect(page).toHaveURL(/\/ede\/app\/?$/)
  await page.goto(address.replace(/step=\w+/, 'step=about'))
  await expect(page.getByLabel('Street address')).toHaveValue('1 Palm Ave')
})

test('two windows that changed one answer keep the others, and say in both languages which value is kept and which is not', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await beginApplication(page)
  const address = page.getByLabel('Street address')
  const saved = (of: Page) => expect(of.getByText(/^Saved \d/)).toBeVisible()
  await address.pressSequentially('1 Palm Ave')
  await saved(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Street address').fill('22 Ocean Dr')
  await other.getByLabel('ZIP code').fill('33165')
  await expect(other.getByLabel('County')).toHaveValue('12086')
  await saved(other)
  await address.fill('3 Lake Rd')
  await page.getByRole('button', { name: 'Keep both changes' }).waitFor()
  // A reload would lose this window's change, so the browser asks.
  page.once('dialog', (dialog) => void dialog.dismiss())
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => location.reload())
  expect((await asked).type()).toBe('beforeunload')
  await page.getByRole('button', { name: 'Keep both changes' }).click()
  const notice = page.getByRole('region', { name: 'Both windows changed these answers' })
  await expect(notice.getByRole('term')).toHaveText(['Street address'])
  await expect(notice.getByRole('definition')).toHaveText([/Kept\s*3 Lake Rd/, /Not kept\s*22 Ocean Dr/])
  await expect(notice.getByRole('heading')).toBeFocused()
  await expectAccessible(page, 'ede-both-changed')
  await expect(page.getByLabel('ZIP code')).toHaveValue('33165')
  await page.getByRole('button', { name: 'Español' }).click()
  await expectSpanish(page, 'what two windows changed')
  await page.getByRole('button', { name: 'De acuerdo, las revisé' }).click()
  await expect(page.getByRole('region', { name: 'Estas respuestas se cambiaron' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Calle y número')).toHaveValue('3 Lake Rd')
})

test('a person who is half typed stays when another is opened, and what they lack is said by name', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await beginApplication(page)
  await page.getByRole('button', { name: 'Household', exact: true }).click()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('04171983')
  await page.getByText('Female', { exact: true }).click()
  await page.getByRole('group', { name: 'Applying' }).getByText('No', { exact: true }).click()
  await button('Save person').click()
  await button('Add person').click()
  await page.getByLabel('First name').pressSequentially('Leo')
  await page.getByLabel('Relationship').selectOption('spouse')
  await button(/^Edit Marisol/).click()
  await expect(button(/^Remove Leo/)).toBeVisible()
  await button('Save person').click()
  await expect(page.getByText(/^Leo \w+: Enter a date/)).toBeVisible()
  await button('Correct').click()
  await expect(page.getByLabel('First name')).toHaveValue('Leo')
  await button('Cancel').click()
  await button(/^Remove Leo/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(button(/^Edit Leo/)).toHaveCount(0)
})

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('an application of a year that has ended moves to the next one when it is opened, and says so in both languages', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await beginApplication(page)
  const title = await page.getByText(/^Application for \d{4} coverage$/).innerText()
  await inDatabase((connection) =>
    connection.query('update ede_applications set plan_year = plan_year - 1 where uuid = $1', [idIn(page)]),
  )
  await page.reload()
  await expect(page.getByText(/^Applications here are for \d{4} now, and so is this one/)).toBeVisible()
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByText(/^Aquí las solicitudes son ahora para \d{4}, y esta también/)).toBeVisible()
})

test('an administrator ends a submission that had no answer three times, and the answers can be changed', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await beginApplication(page)
  await inDatabase((connection) =>
    connection.query(
      'update ede_applications set submission_id = gen_random_uuid(), submission_tries = 3 where uuid = $1',
      [idIn(page)],
    ),
  )
  await page.reload()
  await page.getByRole('button', { name: 'End submission' }).click()
  const dialog = page.getByRole('dialog', { name: 'End submission' })
  await dialog.getByLabel('Reason').fill('The exchange rejects it')
  await expectAccessible(page, 'end-submission')
  await dialog.getByRole('button', { name: 'End submission' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'About you' }).click()
  await expect(page.getByLabel('Street address')).toBeEnabled()
})
