import type { Page } from '@playwright/test'
import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
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

/** The cards on the screen by what they say of a kind: all covered, not all, or unknown. */
async function cardsBy(page: Page, all: string, unknown: string) {
  const cards = page.getByRole('list', { name: 'Plans' }).getByRole('listitem')
  await expect(
    cards
      .filter({ hasText: all })
      .or(cards.filter({ hasText: unknown }))
      .first(),
  ).toBeVisible()
  const texts = await cards.allInnerTexts()
  const count = (words: string) => texts.filter((text) => text.includes(words)).length
  return { all: count(all), unknown: count(unknown), cards: texts.length }
}

test('PLAN-02 PLAN-03 a visitor filters for plans that cover all doctors and drugs, and hears of how many it is unknown', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await seePlans(page)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const byDoctors = filters.getByRole('checkbox', { name: 'Covers all my doctors' })
  await expect(byDoctors, 'nothing is chosen yet').toHaveCount(0)
  const chosen = page.getByRole('region', { name: 'Doctors and drugs' })
  await chosen.getByRole('button', { name: 'Add doctors or drugs' }).click()
  await chosen.getByRole('combobox', { name: 'Doctor or facility' }).fill('bellweather adri')
  await chosen.getByRole('option', { name: /^Adriana Bellweather/ }).click()
  await chosen.getByRole('combobox', { name: 'Drug' }).fill('amlov')
  await chosen.getByRole('option', { name: /^Amlovadine 10 MG/ }).click()
  await page.getByLabel('Rows').selectOption('100')
  await expect(page).toHaveURL(/pageSize=100/)
  await expect(page.getByRole('list', { name: 'Plans' }).getByRole('listitem').nth(20)).toBeVisible()
  const before = await cardsBy(page, '1 of 1 doctor', 'Doctors unknown')
  expect(before.all).toBeGreaterThan(0)
  expect(before.unknown).toBeGreaterThan(0)
  expect(before.cards).toBeGreaterThan(before.all + before.unknown)

  await byDoctors.check()
  const main = page.getByRole('main')
  await expect(main).toContainText(`${before.all} of ${before.cards}`)
  await expect(main).toContainText(`${before.unknown} plans are not shown, because it is unknown`)
  expect(await cardsBy(page, '1 of 1 doctor', 'Doctors unknown')).toEqual({
    all: before.all,
    unknown: 0,
    cards: before.all,
  })
  const levels = await filters.getByRole('group', { name: 'Metal level' }).innerText()
  const counts = [...levels.matchAll(/^\d+$/gm)].map(([count]) => Number(count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(before.all)
  await expectAccessible(page, 'plans that cover all doctors')

  await page.getByRole('button', { name: 'Show them too' }).click()
  await expect(main).toContainText(`${before.all + before.unknown} of ${before.cards}`)
  await expect(main).toContainText(`Of ${before.unknown} of these plans it is unknown`)
  await page.getByRole('button', { name: 'Hide them' }).click()
  await filters.getByRole('checkbox', { name: 'Covers all my drugs' }).check()
  await expect(page).toHaveURL(/covers=providers%7Cdrugs|covers=providers\|drugs/)
  for (const text of await page.getByRole('list', { name: 'Plans' }).getByRole('listitem').allInnerTexts())
    expect(text).toContain('1 of 1 doctor · 1 of 1 drug')

  // The filter outlives a reload, ends with its chip, and no address has what was chosen.
  await page.reload()
  await expect(byDoctors).toBeChecked()
  await page.getByRole('button', { name: 'Remove My drugs all covered' }).click()
  await expect(main).toContainText(`${before.all} of ${before.cards}`)
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(byDoctors).not.toBeChecked()
  await expect(page.getByText('because it is unknown')).toHaveCount(0)
  expect(asked.filter((url) => /amlovadine|99000|90000001|bellweather/i.test(url))).toEqual([])
})

test('PLAN-02 an agent filters the plans of an application by the doctors of its people', async ({ page, signIn }) => {
  const name = uniqueName()
  const [id] = await makeApplications(name, [{ firstName: 'Ana', document: household('Ana', name) }])
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${id}/plans?pageSize=100`)
  const chosen = page.getByRole('region', { name: 'Doctors and drugs' })
  await chosen.getByRole('button', { name: 'Add doctors or drugs' }).click()
  await chosen.getByRole('combobox', { name: 'Doctor or facility' }).fill('bellweather adri')
  await chosen.getByRole('option', { name: /^Adriana Bellweather/ }).click()
  const before = await cardsBy(page, '1 of 1 doctor', 'Doctors unknown')
  await page.getByRole('checkbox', { name: 'Covers all my doctors' }).check()
  await expect(page.getByRole('main')).toContainText(`${before.all} of ${before.cards}`)
  await expect(page.getByRole('main')).toContainText(`${before.unknown} plans are not shown`)
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
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Cubre todos mis medicamentos' }).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mostrar / })
      .click()
    await expect(page.getByText(/No se muestran \d+ planes, porque no se sabe/)).toBeVisible()
    await expectSpanish(page, 'plans with a drug')
  })
})
