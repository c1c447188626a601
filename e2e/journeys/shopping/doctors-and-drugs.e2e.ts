import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from '../enrolling/expect-spanish.ts'

async function seePlans(page: Page): Promise<void> {
  await page.goto('/self-enroll/')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('33165')
  await page.getByRole('textbox', { name: 'Age of person 1' }).fill('47')
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(page.getByRole('list', { name: 'Plans' })).toBeVisible()
}

test('PLAN-02 PLAN-08 a visitor adds a doctor and drugs, and each plan says how many it covers and under which conditions', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await seePlans(page)
  const care = page.getByRole('region', { name: 'Doctors and drugs' })
  await care.getByRole('button', { name: 'Add doctors or drugs' }).click()
  const choose = async (label: string, typed: string, name: RegExp) => {
    await care.getByRole('combobox', { name: label }).fill(typed)
    await care.getByRole('option', { name }).first().click()
  }
  await choose('Doctor or facility', 'bellweather adri', /^Adriana Bellweather/)
  await choose('Drug', 'brevast', /^Brevastatin 10 MG/)
  await choose('Drug', 'amlov', /^Amlovadine 10 MG/)
  await care.getByRole('button', { name: 'Remove Brevastatin 10 MG Oral Tablet' }).click()
  await choose('Drug', 'glucaf', /^Glucaformin 20 MG/)
  await expect(care.getByRole('listitem')).toHaveText([
    'Adriana Bellweather',
    'Amlovadine 10 MG Oral Tablet',
    'Glucaformin 20 MG Oral Tablet',
  ])
  await expect(care).toContainText('These doctors and drugs are invented for practice.')
  const cards = page.getByRole('list', { name: 'Plans' }).getByRole('listitem')
  const counts = /(Doctors unknown|[01] of 1 doctor) · (Drugs unknown|[0-2] of 2 drugs)/
  await expect(cards.first()).toContainText(counts)
  for (const card of await cards.all()) await expect(card).toContainText(counts)
  await expectAccessible(page, 'plans with doctors and drugs')

  const said = counts.exec(await cards.first().innerText())?.[0]
  await cards
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  const section = page.getByRole('region', { name: 'Doctors and drugs', exact: true })
  const doctor = section.getByRole('row').filter({ hasText: 'Adriana Bellweather' })
  await expect(doctor).toContainText(
    said?.startsWith('1') ? 'In network' : said?.startsWith('Doctors') ? 'Unknown' : 'Not in network',
  )
  await expect(section.getByRole('row').filter({ hasText: 'Amlovadine' })).toContainText(/Covered|Not covered|Unknown/)
  await expectAccessible(page, 'plan with doctors and drugs')
  // A reload keeps them, and no address of the page or of a request has them.
  await page.reload()
  await expect(doctor).toBeVisible()
  expect(asked.filter((url) => /amlovadine|99000|90000001|bellweather/i.test(url))).toEqual([])
  // Clearing the answers clears these too.
  await page.goto('/self-enroll/')
  await page.getByRole('button', { name: 'Clear my answers' }).click()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Amlovadine')
})

test.describe('in Spanish on a phone', () => {
  test.use({ locale: 'es-US', viewport: { width: 390, height: 844 }, hasTouch: true })

  test('CONSUMER-09 doctors and drugs are added and answered in Spanish', async ({ page }) => {
    await page.goto('/self-enroll/')
    await page.getByRole('textbox', { name: 'Código postal' }).fill('33165')
    await page.getByRole('textbox', { name: 'Edad de la persona 1' }).fill('47')
    await page.getByRole('button', { name: 'Ver planes' }).click()
    const care = page.getByRole('region', { name: 'Médicos y medicamentos' })
    await care.getByRole('button', { name: 'Agregar médicos o medicamentos' }).click()
    await care.getByRole('combobox', { name: 'Medicamento' }).fill('amlov')
    await care.getByRole('option', { name: /^Amlovadine 10 MG/ }).click()
    await expect(page.getByText(/[01] de 1 medicamento|Medicamentos: sin datos/).first()).toBeVisible()
    await expectSpanish(page, 'plans with a drug')
  })
})
