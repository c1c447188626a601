import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import {
  chooseFile,
  expectChecked,
  loadCommissions,
  loadPolicies,
  notices,
  processFile,
} from '../../support/load-dialog.ts'
import { csvFile, plainFile } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { type EmptyAgency, startEmptyAgency } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const password = 'Verdant-Kettle-42'
let agency: EmptyAgency

// Starts an installation of its own, which makes a database and loads all counties.
test.describe.configure({ timeout: 300_000 })
test.beforeAll(async () => {
  agency = await startEmptyAgency(700)
})
test.afterAll(() => agency.stop())

/** Types as a person does, key by key. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text)
}

/** Chooses an entry of a select by typing the beginning of its name. */
async function choose(field: Locator, typed: string, name: string): Promise<void> {
  await type(field, typed)
  await field.page().getByRole('option', { name, exact: true }).click()
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })
const home = async (page: Page) => await page.goto(`${agency.url}/portal/customer`)

test('P-14 A-121 from an empty installation to a loaded statement: setup link, first administrator, checklist, carriers, agent, user, policies, commissions', async ({
  page,
}) => {
  const steps = page.getByRole('listitem')
  const guide = openGuidePage('start-an-agency')

  await test.step('P-14 the link of the terminal creates the first administrator', async () => {
    await page.goto(agency.setupLink)
    await expect(page.getByRole('heading', { name: 'Set up Coverdesk' })).toBeVisible()
    await expectAccessible(page, 'setup')
    await type(page.getByLabel('First name'), 'Ana')
    await type(page.getByLabel('Email'), 'ana@sunrise.example')
    await type(page.getByLabel('New password', { exact: true }), password)
    await type(page.getByLabel('Confirm password'), password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Last name is required')).toBeVisible()
    await type(page.getByLabel('Last name'), 'Reyes')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${agency.url}/login`)
    await type(page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await type(page.getByLabel('Enter the six-digit code'), new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.keyboard.press('Enter')
    await page.getByLabel(guide.named('I have saved them')).check()
    await button(page, guide.named('Done')).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Set up Coverdesk' })).toBeVisible()
  })

  await test.step('P-14 the link works once, and tells what to do then', async () => {
    const other = await page.context().newPage()
    await other.goto(agency.setupLink)
    await expect(other.getByText(/This setup link has expired or was used\./)).toBeVisible()
    await other.close()
  })

  await test.step('A-121 the checklist has nine steps, none done', async () => {
    await expect(page.getByText('0 of 9')).toBeVisible()
    await expect(steps.locator('h2')).toHaveText([
      'Agency',
      'Carriers',
      'Locations',
      'Agents',
      'Users',
      'First file',
      'Commission schedules',
      'Statements',
      'Agent contracts',
    ])
    await expectAccessible(page, 'setup-checklist')
    await guide.picture(page, 'start-checklist')
  })

  await test.step('A-121 SHELL-43 the agency: the sidebar shows its name at once, its address is where mail needs it', async () => {
    const foot = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(foot.getByRole('link', { name: 'Call', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: guide.named('Enter the agency') }).click()
    await type(page.getByLabel('Agency name'), 'Sunrise Coverage')
    await type(page.getByRole('textbox', { name: 'Phone' }), '3055550142')
    await type(page.getByRole('textbox', { name: 'Email' }), 'office@sunrise.example')
    await type(page.getByLabel('Street or PO box'), '120 NW 7th Ave')
    await type(page.getByLabel('ZIP code'), '33136')
    await expect(page.getByLabel('City')).toHaveValue('Miami')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('Florida')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect(page.getByText('Sunrise Coverage').first()).toBeVisible()
    await expect(foot.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+13055550142')
    await home(page)
    await expect(page.getByText('1 of 9')).toBeVisible()
  })

  await test.step('A-121 the carriers of the state', async () => {
    await page.getByRole('link', { name: guide.named('Choose carriers') }).click()
    await button(page, guide.named('Choose from known carriers')).click()
    const dialog = page.getByRole('dialog', { name: 'Add known carriers' })
    await type(dialog.getByLabel('States you sell in'), 'flor')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    for (const name of ['Ambetter', 'Molina']) {
      await dialog.getByRole('checkbox', { name, exact: true }).focus()
      await page.keyboard.press('Space')
    }
    await guide.picture(dialog, 'start-carriers')
    await button(dialog, 'Add 2 carriers').click()
    await expect(page.getByText('2 carriers added.')).toBeVisible()
  })

  await test.step('A-121 AGENT-04 a location and the first agent', async () => {
    await home(page)
    await expect(page.getByText('2 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Add a location') }).click()
    await type(page.getByLabel('Add to locations'), 'Doral Office')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Values of Locations' })).toContainText('Doral Office')
    await home(page)
    await expect(page.getByText('3 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Add an agent') }).click()
    const dialog = page.getByRole('dialog', { name: 'New Agent' })
    await type(dialog.getByLabel('First name'), 'Luis')
    await type(dialog.getByLabel('Last name'), 'Ferrán')
    await type(dialog.getByLabel('Login email'), 'luis@sunrise.example')
    await type(dialog.getByLabel('Phone'), '3055550142')
    await type(dialog.getByLabel('NPN'), '18820417')
    await choose(dialog.getByLabel('Location', { exact: true }), 'dor', 'Doral Office')
    await choose(dialog.getByLabel('Agent type', { exact: true }), 'brok', 'Broker')
    await guide.picture(dialog, 'start-agent')
    await button(dialog, guide.named('Create')).click()
    await expect(page.getByText('Form submitted successfully')).toBeVisible()
  })

  await test.step('A-121 USER-05 a second user', async () => {
    await home(page)
    await expect(page.getByText('4 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Add a user') }).click()
    const dialog = page.getByRole('dialog', { name: 'Register' })
    await type(dialog.getByLabel('User', { exact: true }), 'dana@sunrise.example')
    await type(dialog.getByLabel('Email', { exact: true }), 'dana@sunrise.example')
    await type(dialog.getByLabel('First name'), 'Dana')
    await type(dialog.getByLabel('Last name'), 'Whitcomb')
    await type(dialog.getByLabel('Password', { exact: true }), 'Copper-Lantern-58')
    await type(dialog.getByLabel('Password again'), 'Copper-Lantern-58')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step("A-121 UPLOAD-02 a carrier's first file", async () => {
    await home(page)
    await expect(page.getByText('5 of 9')).toBeVisible()
    await expectAccessible(page, 'setup-checklist-later')
    await page.getByRole('link', { name: guide.named('Load a file') }).click()
    const dialog = await loadPolicies(page)
    await button(dialog, 'ADD Molina').click()
    await chooseFile(dialog, plainFile('molina.csv', 'MO1', 20))
    await expectChecked(dialog, { New: 20 })
    await processFile(dialog)
    await expect(notices(page).getByText('File submitted')).toBeVisible()
  })

  await test.step('A-121 what the carrier owes', async () => {
    await home(page)
    await expect(page.getByText('6 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Enter a schedule') }).click()
    await button(page, guide.named('New Row')).first().click()
    const dialog = page.getByRole('dialog', { name: 'New Row' })
    await choose(dialog.getByLabel('Carrier', { exact: true }), 'moli', 'Molina')
    await type(dialog.getByLabel('First month', { exact: true }), `01/${new Date().getFullYear()}`)
    await type(dialog.getByLabel('Amount', { exact: true }), '22.05')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Row added')).toBeVisible()
  })

  await test.step('A-121 STMT-01 the first statement is loaded and appears with its agent', async () => {
    await home(page)
    await expect(page.getByText('7 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Load a statement') }).click()
    const dialog = await loadCommissions(page)
    const { month, year } = { month: String(new Date().getMonth() + 1), year: String(new Date().getFullYear()) }
    const lines = Array.from({ length: 3 }, (_, at) => [
      'Molina',
      '18820417',
      `MO1${String(at + 1).padStart(5, '0')}`,
      'Rosa Ledesma',
      month,
      year,
      '1',
      '22.05',
    ])
    const headings = ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount']
    await chooseFile(dialog, csvFile('molina_statement.csv', [headings, ...lines]))
    await expect(dialog.getByRole('tab', { name: /^New 3$/ })).toBeVisible({ timeout: 30_000 })
    await button(dialog, 'Upload').click()
    await expect(notices(page).getByText('Commissions successfully uploaded.', { exact: true })).toBeVisible()
    await page.goto(`${agency.url}/portal/commissions/statement`)
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Luis Ferrán' }).first()).toContainText(
      '66.15',
    )
  })

  await test.step('A-121 what the agent earns, after which the checklist is gone', async () => {
    await home(page)
    await expect(page.getByText('8 of 9')).toBeVisible()
    await page.getByRole('link', { name: guide.named('Add a contract') }).click()
    await button(page, guide.named('New Contract')).first().click()
    const dialog = page.getByRole('dialog', { name: 'New Contract' })
    await choose(dialog.getByLabel('Agent', { exact: true }), 'luis', 'Luis Ferrán, NPN 18820417')
    await type(dialog.getByLabel('Percent', { exact: true }), '70')
    await type(dialog.getByLabel('Start date', { exact: true }), `0101${new Date().getFullYear()}`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Contract added')).toBeVisible()
    await home(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ana' })).toBeVisible()
    guide.expectWalked()
  })
})
