import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../../support/screens.ts'
import { type StrictServer, startStrictServer } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const password = 'Verdant-Kettle-42'
let agency: StrictServer

// Starts an installation of its own, which makes a database and loads all counties.
test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.beforeAll(async () => {
  // Runs in parallel with the installation of second-factor-required.e2e.ts.
  agency = await startStrictServer(password, 600)
  // Without a mail server the second factor is the app, which a test can simulate.
  await agency.withoutMail()
})
test.afterAll(() => agency.stop())

/** Types as a person does, key by key. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text)
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${agency.url}/login`)
  await type(page.getByLabel('User', { exact: true }), agency.admin)
  await type(page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await type(page.getByLabel('Enter the six-digit code'), code)
  await page.keyboard.press('Enter')
  await page.getByLabel('I have saved them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })

test('A-121 an administrator of a new installation adds known carriers, a location and a lead source, changes, stops and merges them, by typing', async ({
  page,
}) => {
  await logIn(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const rows = page.getByRole('grid', { name: 'Carriers' }).getByRole('row')

  await test.step('A-121 the empty screen of carriers offers the known ones of the states that are typed, added in one step', async () => {
    await page.goto(`${agency.url}/portal/manage/carriers`)
    await expect(page.getByText('No carriers yet')).toBeVisible()
    await expectAccessible(page, 'carriers-empty')
    await button(page, 'Choose from known carriers').click()
    const dialog = page.getByRole('dialog', { name: 'Add known carriers' })
    await expect(dialog.getByRole('checkbox', { name: 'Kaiser Permanente', exact: true })).toBeVisible()
    await type(dialog.getByLabel('States you sell in'), 'flor')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Remove Florida' })).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'Kaiser Permanente', exact: true })).toBeHidden()
    for (const name of ['Ambetter', 'Florida Blue', 'Molina']) {
      await dialog.getByRole('checkbox', { name, exact: true }).focus()
      await page.keyboard.press('Space')
    }
    await expectAccessible(page, 'carriers-known')
    // Escape asks before it loses what is selected.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Really close?' }).getByRole('button', { name: 'No' }).click()
    await button(dialog, 'Add 3 carriers').click()
    await expect(page.getByText('3 carriers added.')).toBeVisible()
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(2)).toContainText('Florida Blue')
    await expectAccessible(page, 'carriers')
  })

  await test.step('A-121 a carrier is added by hand with its names in files and HIOS ids; a name of another is rejected at its field', async () => {
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add carrier' })
    await type(dialog.getByLabel('Name', { exact: true }), 'Ambeter')
    await type(dialog.getByLabel('Names in files optional'), 'molina healthcare')
    await page.keyboard.press('Enter')
    await type(dialog.getByLabel('HIOS issuer ids optional'), '12345 fl')
    await page.keyboard.press('Enter')
    await type(dialog.getByLabel('Broker phone optional'), '3055550100')
    await type(dialog.getByLabel('Broker portal optional'), 'broker.ambeter.example')
    await button(dialog, 'Add carrier').click()
    await expect(
      dialog.getByText("'molina healthcare' is a name of Molina. To make one of two, merge them."),
    ).toBeVisible()
    await expectAccessible(page, 'carriers-form')
    await dialog.getByLabel('Names in files optional').click()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('Ambeter of Florida')
    await page.keyboard.press('Enter')
    await button(dialog, 'Add carrier').click()
    await expect(page.getByText('Ambeter added')).toBeVisible()
    await expect(rows).toHaveCount(5)
  })

  await test.step('A-121 a carrier gets other terms from a month on; a month that is none is refused at its field', async () => {
    await rows.filter({ hasText: 'Ambeter' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Edit Ambeter' })
    await button(dialog, 'Change terms from a month on').click()
    await type(dialog.getByLabel('From month'), '13/2026')
    await button(dialog, 'Save carrier').click()
    await expect(dialog.getByText('Must be a month, MM/YYYY')).toBeVisible()
    await dialog.getByLabel('From month').press('ControlOrMeta+a')
    await page.keyboard.type('7/2026')
    await dialog.getByLabel('Arrears', { exact: true }).press('ControlOrMeta+a')
    await page.keyboard.type('1')
    await expectAccessible(page, 'carrier-terms')
    await button(dialog, 'Save carrier').click()
    await expect(page.getByText('Ambeter saved')).toBeVisible()
    await rows.filter({ hasText: 'Ambeter' }).dblclick()
    await expect(dialog.getByLabel('From month')).toHaveValue('07/2026')
    await expect(dialog.getByLabel('Arrears', { exact: true })).toHaveValue('1')
    await button(dialog, 'Cancel').click()
    await expect(dialog).toBeHidden()
  })

  await test.step('A-121 two carriers that are one are merged after a preview; the names of both are recognized', async () => {
    await rows.filter({ hasText: /AMB/ }).click()
    await button(page, 'Merge').click()
    const dialog = page.getByRole('dialog', { name: 'Merge into Ambetter' })
    await type(dialog.getByLabel('Duplicate carrier'), 'ambeter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No records.')).toBeVisible()
    await expect(dialog.getByText(/Ambeter of Florida/)).toBeVisible()
    await expectAccessible(page, 'carriers-merge')
    await button(dialog, 'Merge Ambeter into Ambetter').click()
    await expect(page.getByText('Ambeter is merged into Ambetter')).toBeVisible()
    await expect(rows).toHaveCount(4)
  })

  await test.step('A-121 a code and a dispute window are typed, and a number of days that is none is refused at its field', async () => {
    await rows.filter({ hasText: 'Florida Blue' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Edit Florida Blue' })
    await dialog.getByLabel('Code optional').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('flblue')
    const days = dialog.getByLabel('Dispute window in days')
    await days.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('x')
    await button(dialog, 'Save carrier').click()
    await expect(days).toHaveAttribute('aria-invalid', 'true')
    await days.press('ControlOrMeta+a')
    await page.keyboard.type('45')
    await button(dialog, 'Save carrier').click()
    await expect(page.getByText('Florida Blue saved')).toBeVisible()
    const row = rows.filter({ hasText: 'Florida Blue' })
    await expect(row).toContainText(/flblue/i)
    await expect(row).toContainText('45 days')
  })

  await test.step('A-121 the file profile of the chosen carrier opens', async () => {
    await rows.filter({ hasText: 'Florida Blue' }).click()
    await button(page, 'File profile').click()
    const editor = page.getByRole('dialog', { name: 'Carrier profiles' })
    await expect(editor.getByLabel('Carrier', { exact: true })).toHaveValue('Florida Blue')
    await expect(editor.getByRole('region', { name: 'Headings' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
  })

  await test.step('A-121 a carrier is stopped after a question, and used again', async () => {
    const row = rows.filter({ hasText: 'Florida Blue' })
    await button(page, 'Stop using').click()
    const question = page.getByRole('dialog', { name: 'Stop using Florida Blue?' })
    await expect(question).toContainText('Its policies, rates and commissions stay')
    await button(question, 'Stop using').click()
    await expect(page.getByText('Florida Blue is no longer available')).toBeVisible()
    await expect(row).toContainText('Not used')
    await button(page, 'Use again').click()
    await expect(page.getByText('Florida Blue is available again')).toBeVisible()
    await expect(row).toContainText('Active')
  })

  await test.step('A-121 the form of an agent says how to get a location; the first one and a lead source are added in Lists', async () => {
    await menu.getByRole('link', { name: 'Agent Manage', exact: true }).click()
    await button(page, 'New Agent').first().click()
    await page.getByRole('link', { name: 'Add the first one in Lists' }).click()
    await expect(page).toHaveURL(/\/portal\/manage\/lists/)
    await expect(page.getByText('No locations yet. Add the first one below.')).toBeVisible()
    await type(page.getByLabel('Add to locations'), 'Doral Office')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Values of Locations' })).toContainText('Doral Office')
    await page.getByRole('button', { name: /^Lead sources/ }).click()
    await type(page.getByLabel('Add to lead sources'), 'referral')
    await page.keyboard.press('Enter')
    await expect(page.getByText("'Referral' is in this list already")).toBeVisible()
    await page.getByLabel('Add to lead sources').fill('')
    await type(page.getByLabel('Add to lead sources'), 'Church fair')
    await page.keyboard.press('Enter')
    const sources = page.getByRole('list', { name: 'Values of Lead sources' })
    await expect(sources.getByRole('listitem').last()).toContainText('Church fair')
    await button(page, 'Move Church fair up').click()
    await expect(sources.getByRole('listitem').nth(-2)).toContainText('Church fair')
    await expectAccessible(page, 'lists')
  })

  await test.step('A-121 forms offer the new location at once, and Ctrl-K finds both screens', async () => {
    await menu.getByRole('link', { name: 'Agent Manage', exact: true }).click()
    await button(page, 'New Agent').first().click()
    await type(page.getByRole('dialog').getByLabel('Location', { exact: true }), 'dor')
    await expect(page.getByRole('option', { name: 'Doral Office' })).toBeVisible()
    await page.goto(`${agency.url}/portal/manage/lists`)
    await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.type('carriers')
    await expect(page.getByRole('option', { name: 'Administration: Carriers' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/portal\/manage\/carriers$/)
  })

  await test.step('A-121 a location is renamed, is not offered while it is not used, and is merged into another', async () => {
    await page.goto(`${agency.url}/portal/manage/lists`)
    const locations = page.getByRole('list', { name: 'Values of Locations' })
    await type(page.getByLabel('Add to locations'), 'Doral Anex')
    await page.keyboard.press('Enter')
    await expect(locations).toContainText('Doral Anex')
    await button(page, 'Rename Doral Anex').click()
    const renaming = page.getByRole('dialog', { name: 'Rename Doral Anex' })
    await renaming.getByLabel('Name', { exact: true }).press('ControlOrMeta+a')
    await page.keyboard.type('Doral Annex')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Doral Anex is now Doral Annex')).toBeVisible()

    await button(page, 'Stop using Doral Annex').click()
    await expect(locations.getByRole('listitem').filter({ hasText: 'Doral Annex' })).toContainText('Not used')
    await menu.getByRole('link', { name: 'Agent Manage', exact: true }).click()
    await button(page, 'New Agent').first().click()
    await type(page.getByRole('dialog').getByLabel('Location', { exact: true }), 'dor')
    await expect(page.getByRole('option', { name: 'Doral Office' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Doral Annex' })).toBeHidden()

    await page.goto(`${agency.url}/portal/manage/lists`)
    await button(page, 'Use Doral Annex').click()
    await expect(locations.getByText('Not used')).toBeHidden()
    await button(page, 'Merge Doral Annex').click()
    const merging = page.getByRole('dialog', { name: 'Merge Doral Annex' })
    await type(merging.getByLabel('Merge into'), 'dor')
    await page.getByRole('option', { name: 'Doral Office' }).click()
    await expect(merging).toContainText('Doral Annex is deleted. This can’t be undone.')
    await button(merging, 'Merge').click()
    await expect(page.getByText('Doral Annex is merged into Doral Office')).toBeVisible()
    await expect(locations.getByRole('listitem')).toHaveText([/^Doral Office/])
  })
})
