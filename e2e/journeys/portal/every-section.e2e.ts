import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { makeEnrollable } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Every link of the menu by address, with the final title of its screen, after the record has loaded. */
const menuLinks = {
  '/portal/application': "You don't have an application assigned",
  '/portal/dashboard': 'Dashboard',
  '/portal/contact/managment': 'Contacts',
  '/portal/leads': 'Leads',
  '/portal/policies/manage': 'Policies',
  '/portal/policies/unpaid-policies': 'Unpaid Policies',
  '/portal/policies/lost': 'Lost',
  '/portal/policies/three-sources': 'Three Sources',
  '/portal/mk/applications': 'Applications',
  '/portal/pto': 'Paid time off',
  '/portal/commissions/statement': 'Statement',
  '/portal/commissions/payment': 'Agent Payment',
  '/portal/commissions/pay-runs': 'Pay Runs',
  '/portal/commissions/balances': 'Balances',
  '/portal/commissions/bank-accounts': 'Bank Accounts',
  '/portal/commissions/tax-forms': /^Tax Forms \d{4}$/,
  '/portal/commissions/tracking': 'Tracking',
  '/portal/commissions/exceptions': 'Exceptions',
  '/portal/commissions/variances': 'Variances',
  '/portal/commissions/disputes': 'Disputes',
  '/portal/commissions/schedules': 'Schedules',
  '/portal/commissions/contracts': 'Agent Contracts',
  '/portal/commissions/hierarchy': 'Hierarchy',
  '/portal/commissions/adjustments': 'Adjustments',
  '/portal/form/new': 'New Form',
  '/portal/form/manage': 'Offline applications',
  '/portal/marketing': 'Marketing',
  '/portal/manage/carriers': 'Carriers',
  '/portal/manage/agents': 'Agents',
  '/portal/manage/rates': 'Agent Rates',
  '/portal/manage/logs': 'Logs',
  '/portal/manage/audit_logs': 'Audit Logs',
  '/portal/manage/upload': 'Upload Files',
  '/portal/manage/plan-data': 'Plan Data',
  '/portal/manage/cms-registration': 'CMS Registration',
  '/portal/manage/exchange-authorization': 'Exchange Authorization',
  '/portal/manage/enrollment-windows': 'Enrollment Windows',
  '/portal/manage/reports': 'Reports',
  '/portal/manage/lists': 'Lists',
  '/portal/manage/agency': 'Agency',
  '/portal/security/users': 'Users',
}

/** Links that the specification names by label (SHELL-31). */
const namedLinks = {
  Application: '/portal/application',
  Dashboard: '/portal/dashboard',
  Customer: '/portal/contact/managment',
  Leads: '/portal/leads',
  Pto: '/portal/pto',
  Marketing: '/portal/marketing',
} as const satisfies Record<string, keyof typeof menuLinks>

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })

test('SHELL-01 SHELL-14 SHELL-30 SHELL-31 a user with all roles and claims reaches every section through the links on the screen', async ({
  page,
}) => {
  test.slow(true, 'visits every section')
  const family = uniqueName()
  await makeEnrollable(family)
  const { userName } = await signInAsNew(page)
  await inDatabase((connection) =>
    connection.query('update users set roles = $2, claims = $3, has_full_agent_access = true where user_name = $1', [
      userName,
      roles,
      allClaims,
    ]),
  )
  await page.goto('/portal/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(new Set(links)).toEqual(new Set(Object.keys(menuLinks)))
  for (const [address, name] of Object.entries(menuLinks)) {
    await menu.locator(`a[href="${address}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${address}(/|\\?|$)`))
    await expect(title(page, name)).toBeVisible()
  }

  await test.step('SHELL-31 Application, Dashboard, Customer, Leads, Pto and Marketing open their screens', async () => {
    for (const [label, address] of Object.entries(namedLinks)) {
      await menu.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`${address}(/|\\?|$)`))
      await expect(title(page, menuLinks[address])).toBeVisible()
    }
  })

  await menu.locator('a[href="/portal/contact/managment"]').click()
  await page.getByRole('main').getByRole('button', { name: 'Customers', exact: true }).click()
  await expect(page).toHaveURL(/\/portal\/customerManage$/)
  await expect(title(page, 'Customers')).toBeVisible()

  await menu.locator('a[href="/portal/mk/applications"]').click()
  await expect(title(page, 'Applications')).toBeVisible()
  await page.getByRole('textbox', { name: 'Customer' }).fill(family)
  await page.getByRole('link', { name: `Details of Ana ${family}` }).click()
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click()
  await expect(page.getByRole('link', { name: /^Details/ }).first()).toBeVisible()
  await expect(title(page, 'Plans')).toBeVisible()
  await page.goBack()
  await expect(title(page, `Ana ${family}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Enroll' }).click()
  await expect(title(page, `Enroll Ana ${family}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Group 1', exact: true })).toBeVisible()

  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: 'Phone, super' }).click()
  await expect(page.getByRole('region', { name: 'Phone' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await bar.getByRole('link', { name: 'See Plans' }).click()
  const finder = await opened
  await expect(finder.getByRole('heading', { level: 1, name: 'Find a health plan' })).toBeVisible()
})
