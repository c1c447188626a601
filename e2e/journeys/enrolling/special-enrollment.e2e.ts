import type { Page } from '@playwright/test'
import { dayFromToday } from '../../support/records/agent-records.ts'
import { uniqueName } from '../../support/records/application-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from './expect-spanish.ts'

/** MM/DD/YYYY of the agency some days ago. */
const daysAgo = (days: number) => dayFromToday(-days).typed
const thisYear = daysAgo(0).slice(-4)

/** The exchange offers the next year on whatever day the tests run. */
async function offerNextYear(page: Page): Promise<void> {
  await page.route(/\/api\/(Plans\/counties\/|EdeApplication\/)/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll(/"offeredYear":\d+/g, `"offeredYear":${Number(thisYear) + 1}`)
    await route.fulfill({ response, body: text })
  })
}

test('a visitor on a phone reads in Spanish why an event is too old, and sees the plans of this year after a newer one', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => localStorage.setItem('language', 'es'))
  const page = await context.newPage()
  await offerNextYear(page)
  await page.goto('/self-enroll/')
  await page.getByLabel('Código postal').pressSequentially('33165')
  await page.getByLabel('Edad de la persona 1').pressSequentially('40')
  await page.getByLabel('¿Cobertura para qué año?').selectOption(`Cobertura para ${thisYear} (inscripción especial)`)
  await page.getByLabel('¿Qué pasó?').selectOption('Nacimiento, adopción o acogida')
  const date = page.getByRole('textbox', { name: 'Fecha del evento' })
  await date.pressSequentially(daysAgo(61).replaceAll('/', ''))
  await page.getByRole('button', { name: 'Ver planes' }).click()
  await expect(page.getByText('Esto fue hace más de 60 días')).toBeVisible()
  await expectSpanish(page, 'the year of a household')
  await expectAccessible(page, 'self-enroll-special')
  await date.fill('')
  await date.pressSequentially(daysAgo(0).replaceAll('/', ''))
  await page.getByRole('button', { name: 'Ver planes' }).click()
  await expect(
    page.getByText(`Inscripción especial: la cobertura para ${thisYear} comienza el ${daysAgo(0)}`),
  ).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

test('an agent chooses this year after a life event in the wizard, and the application is for it', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await offerNextYear(page)
  await page.goto('/ede/app/new')
  await page.getByLabel('First name', { exact: true }).pressSequentially('Marisol')
  await page.getByLabel('Last name', { exact: true }).pressSequentially(uniqueName())
  await page.getByLabel('Email', { exact: true }).pressSequentially('marisol@example.com')
  await page.getByLabel('Phone', { exact: true }).pressSequentially('3055550142')
  await page.getByRole('button', { name: 'Start application', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to about you', exact: true }).click()
  await page.getByLabel('Street address').pressSequentially('1 Palm Ave')
  await page.getByLabel('ZIP code').pressSequentially('33165')
  await expect(page.getByLabel('County')).toHaveValue('12086')
  const year = page.getByLabel('Coverage for which year?')
  await expect(year.locator('option:checked')).toHaveText(`Coverage for ${Number(thisYear) + 1} (open enrollment)`)
  await year.selectOption(`Coverage for ${thisYear} (special enrollment)`)
  await page.getByRole('button', { name: 'Continue to household' }).click()
  await expect(page.getByText('Choose what happened.')).toBeVisible()
  await page.getByLabel('What happened?').selectOption('Birth, adoption or foster care')
  await page.getByRole('textbox', { name: 'Date of the event' }).pressSequentially(daysAgo(0).replaceAll('/', ''))
  await expect(page.getByText(`Special enrollment: coverage for ${thisYear} begins on ${daysAgo(0)}`)).toBeVisible()
  await expectAccessible(page, 'ede-special')
  await page.getByRole('button', { name: 'Continue to household' }).click()
  await expect(page.getByText(`Application for ${thisYear} coverage`)).toBeVisible()
  // The draft is still being saved.
  await page.unrouteAll({ behavior: 'wait' })
})
