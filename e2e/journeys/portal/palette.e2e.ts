import type { Page } from '@playwright/test'
import { makeUser } from '../../support/records/user-records.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible, navigate, onDesktop } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or do anything' })

/** Opens the palette and types; the first result is what Enter would open. */
async function find(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
}

const options = (page: Page) => palette(page).getByRole('option')

test('Ctrl-K creates: each kind of record that the user may create opens its form by typing', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [typed, dialog] of [
    ['new customer', 'New Customer'],
    ['new application', 'New application'],
    ['new time off', 'New PTO'],
    ['new lead', 'New Lead'],
    ['new carrier', 'Add carrier'],
    ['new agent', 'New Agent'],
    ['new rate', 'New Rate'],
    ['load policies', 'Load Policies'],
    ['load commissions', 'Load Commissions'],
  ] as const) {
    await navigate(page, '/portal/customer')
    await find(page, typed)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(page.getByRole('dialog', { name: dialog }), typed).toBeVisible()
  }
})

test('Ctrl-K works on the list one is on: it exports what is filtered, and says what a refused action needs', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/carriers')
  const grid = page.getByRole('grid', { name: 'Carriers' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible()
  await find(page, 'merge')
  await expect(options(page).first()).toHaveText(/^Merge\s*Select a carrier first$/)
  await expectAccessible(page, 'palette-on-list', onDesktop)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Select a carrier first.')).toBeVisible()
  await grid.getByRole('row').nth(1).click()
  await find(page, 'merge')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Merge into/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await navigate(page, '/portal/policies/manage?carrier=1')
  await expect(page.getByRole('grid', { name: 'Policies' }).getByRole('row').nth(2)).toBeVisible()
  await find(page, 'export')
  await expect(options(page).first()).toContainText(/Policies: [\d,]+ as filtered/)
  const saved = await savedFile(page, () => page.keyboard.press('Enter'))
  expect(saved.name).toMatch(/^Policies.*\.xlsx$/)
})

test('Ctrl-K changes colors until another choice, finds screens by other words, and signs out', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const root = page.locator('html')
  await test.step('dark and light stay after a reload; the clock decides again when asked to', async () => {
    for (const scheme of ['dark', 'light'] as const) {
      await find(page, scheme)
      await page.keyboard.press('Enter')
      await expect(root).toHaveAttribute('data-mantine-color-scheme', scheme)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(root).toHaveAttribute('data-mantine-color-scheme', scheme)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
    await find(page, 'colors by time')
    await page.keyboard.press('Enter')
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
  })
  await test.step('screens are found by what people call them, also those without a link in the sidebar', async () => {
    for (const [typed, address] of [
      ['vacation', /\/portal\/pto$/],
      ['pay run', /\/portal\/commissions\/pay-runs$/],
      ['duplicates', /\/portal\/contact\/duplicates$/],
      ['postal address', /\/portal\/manage\/agency$/],
      ['lead sources', /\/portal\/manage\/lists$/],
      ['statement lines', /\/portal\/commissions\/manage$/],
    ] as const) {
      await find(page, typed)
      await page.keyboard.press('Enter')
      await expect(page, typed).toHaveURL(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
  await test.step('sign out', async () => {
    await find(page, 'sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
  })
})

test('Ctrl-K finds users by any part of login or name, for security administrators', async ({ page, signIn }) => {
  const token = await signIn('security')
  const { login } = await makeUser(page, token, { firstName: 'Odalys', lastName: 'Montcada' })
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const typed of [login.slice(4), 'montcada, oda']) {
    await find(page, typed)
    await expect(palette(page).getByRole('group', { name: 'Users' }).getByRole('option').first()).toContainText(
      'Odalys Montcada',
    )
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
  await find(page, login)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
})

test('Ctrl-K offers only what the user may do', async ({ page, signIn }) => {
  await signIn('agent')
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await find(page, 'new')
  for (const name of ['New agent', 'New user', 'New carrier', 'New rate'])
    await expect(palette(page).getByRole('option', { name })).toHaveCount(0)
})
