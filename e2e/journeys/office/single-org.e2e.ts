import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/screens.ts'
import { type StrictServer, startStrictServer } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const password = 'Verdant-Kettle-42'
let agency: StrictServer

test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.beforeAll(async () => {
  agency = await startStrictServer(password, 800, { ORG: 'Sunshine', SECOND_FACTOR: 'optional' })
})
test.afterAll(() => agency.stop())

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('USER-01 API-06 an installation with ORG set shows it on the list of users, Register and Edit, offers no other and adds users of its own', async ({
  page,
}) => {
  await page.goto(`${agency.url}/login`)
  await page.getByLabel('User', { exact: true }).pressSequentially(agency.admin)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  expect(await (await page.request.get(`${agency.url}/api/Configuration`)).json()).toMatchObject({ org: 'Sunshine' })

  await page.goto(`${agency.url}/portal/security/users?org=Moonshine`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByText('ORG Sunshine', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Users' })).toContainText(agency.admin)
  const bar = page.getByRole('search', { name: 'Filters' })
  await expect(bar.getByLabel('Login', { exact: true })).toBeVisible()
  await expect(bar.getByLabel('ORG', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'users-org')

  await page.keyboard.press('n')
  const register = dialogOf(page, 'Register')
  await expect(register.getByLabel('ORG', { exact: true })).toHaveValue('Sunshine')
  await register.getByLabel('ORG', { exact: true }).focus()
  await page.keyboard.type('x')
  await expect(register.getByLabel('ORG', { exact: true })).toHaveValue('Sunshine')
  await register.getByLabel('User', { exact: true }).click()
  await page.keyboard.type('pat@example.com')
  await register.getByLabel('Email', { exact: true }).click()
  await page.keyboard.type('pat@example.com')
  await register.getByText('Temporary password', { exact: true }).click()
  await register.getByRole('button', { name: 'Generate password' }).click()
  await expectAccessible(page, 'register-org')
  await register.getByRole('button', { name: 'Register user' }).click()
  await expect(page.getByText('User registered!')).toBeVisible()
  const { data } = await (await page.request.get(`${agency.url}/api/UserManage?login=pat`, { headers })).json()
  expect(data[0]).toMatchObject({ userName: 'pat@example.com', org: 'Sunshine' })

  await page.goto(`${agency.url}/portal/security/users?dialog=edit&user=${data[0].id}`)
  const edit = dialogOf(page, 'Edit User')
  await expect(edit.getByLabel('ORG', { exact: true })).toHaveValue('Sunshine')
  await edit.getByLabel('Phone optional').click()
  await page.keyboard.type('3055550100')
  await edit.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('User edited successfully')).toBeVisible()
})
