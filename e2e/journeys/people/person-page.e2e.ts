import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { createApplication } from '../../support/records/application-records.ts'
import { makeCustomer } from '../../support/records/customer-records.ts'
import { choose, makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { household, makeApplications } from '../../support/records/marketplace-records.ts'
import { mariaVega, submitBy } from '../../support/records/offline-form.ts'
import { withoutConversationsApp } from '../../support/records/own-marketer.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const born = '1988-03-14'

/** Creates a policy of the person with commissions of 2026; returns its id. */
async function makePaidPolicy(lastName: string): Promise<number> {
  return await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: string }>(
      `with carrier as (insert into carriers (name, active) values ('Carrier ' || $1, false) returning id),
       policy as (
         insert into policies (carrier_id, policy_number, first_name, last_name, dob, status, effective_date)
         select id, $1, 'Maria', $1, $2, 'Active', '2026-01-01' from carrier returning id),
       year as (
         insert into commission_years (policy_id, year, months)
         select id, 2026, array[22.05, 22.05, null, null, null, null, null, null, null, null, null, null]::numeric[] from policy)
       select id from policy`,
      [lastName, born],
    )
    return Number(rows[0]?.id)
  })
}

/** Signs a consent for an internal application. */
async function signConsent(uuid: string): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      `with requested as (
         insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
           agency_email, applicant, expires_at)
         select id, sha256(convert_to(uuid::text, 'UTF8')), 'email', 'maria@vega.example', 'en', 'Coverdesk', '', '', 'Maria', now()
         from internal_applications where uuid = $1 returning id, application_id)
       insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version, text_signed,
         text_sha256, ends_on)
       select id, application_id, 'Maria', '::1', 'test', 'en', '1', 'I agree', sha256('I agree'), current_date + 365 from requested`,
      [uuid],
    ),
  )
}

const time = (page: Page) => page.getByRole('region', { name: /^Timeline/ })

/** Opens the record behind an entry of one kind, and comes back. */
async function follow(page: Page, kind: RegExp, link: string, expected: { address: RegExp; shows: Locator }) {
  const address = page.url()
  const filter = time(page).getByRole('toolbar', { name: 'Show only' }).getByRole('button', { name: kind })
  await filter.click()
  await time(page).getByRole('link', { name: link }).first().click()
  await expect(page).toHaveURL(expected.address)
  await expect(expected.shows.first()).toBeVisible()
  await page.goto(address)
}

test('CUST-17 the page of a customer with applications of every kind, consents, a household and commissions, and each link', async ({
  page,
  signIn,
}) => {
  const lastName = uniqueName()
  const token = await signIn('admin')
  const { id } = await makeCustomer(page, token, { firstName: 'Maria', lastName, dob: born })
  const policyId = await makePaidPolicy(lastName)
  const { applicationId } = await submitBy(page, token, mariaVega(lastName))
  const internal = await createApplication(page, token, { lastName, firstName: 'Maria' })
  await signConsent(internal)
  const [exchangeId] = await makeApplications(lastName, [
    { firstName: 'Maria', plan: 'Clear Silver', document: household('Maria', lastName) },
  ])
  await page.goto(`/portal/customerManage/${id}`)
  const main = page.getByRole('main')
  const region = (name: RegExp) => main.getByRole('region', { name })

  await test.step('each section says what it has, and is accessible', async () => {
    await expect(region(/^Policies/).getByRole('link', { name: lastName })).toBeVisible()
    await expect(region(/^Commissions/).getByRole('row')).toHaveText([
      'PolicyCarrier2026',
      `${lastName}Carrier ${lastName}44.10`,
    ])
    await expect(region(/^Household/).getByRole('row')).toHaveText([
      'NameRelationBornFrom',
      new RegExp(`^Luis ${lastName}Spouse07/02/1986, \\d+Offline application$`),
      new RegExp(`^Leo ${lastName}Child05/05/2012, \\d+Marketplace$`),
    ])
    for (const words of [/Marketplace application/, /Consent signed for application/, /Offline application/])
      await expect(time(page)).toContainText(words)
    await expectAccessible(page, 'customer-with-everything')
  })
  await test.step('the policy and its commissions open the policy', async () => {
    for (const section of [/^Policies/, /^Commissions/]) {
      await region(section).getByRole('link', { name: lastName }).click()
      await expect(page).toHaveURL(`/portal/policies/${policyId}`)
      await expect(page.getByRole('heading', { level: 1, name: `Maria ${lastName}` })).toBeVisible()
      await page.goto(`/portal/customerManage/${id}`)
    }
  })
  await test.step('the household opens the applications that name it', async () => {
    await region(/^Household/)
      .getByRole('link', { name: 'Offline application' })
      .click()
    await expect(page).toHaveURL(`/portal/form/manage?application=${applicationId}`)
    await expect(page.getByRole('dialog')).toContainText(`Luis ${lastName}`)
    await page.goto(`/portal/customerManage/${id}`)
    await region(/^Household/)
      .getByRole('link', { name: 'Marketplace' })
      .click()
    await expect(page).toHaveURL(`/portal/mk/applications/${exchangeId}`)
    await expect(main).toContainText(`Leo ${lastName}`)
    await page.goto(`/portal/customerManage/${id}`)
  })
  await test.step('each kind of application and the consent open from the timeline', async () => {
    const dialog = page.getByRole('dialog')
    const opened = dialog.filter({ hasText: lastName })
    const ofInternal = { address: new RegExp(`application=${internal}`), shows: opened }
    await follow(page, /^Applications/, 'Open application', ofInternal)
    await follow(page, /^Consents/, 'Open application', ofInternal)
    await follow(page, /^Offline forms/, 'Open application', {
      address: new RegExp(`/portal/form/manage\\?application=${applicationId}$`),
      shows: opened,
    })
    await follow(page, /^Marketplace/, 'Open application', {
      address: new RegExp(`/portal/mk/applications/${exchangeId}$`),
      shows: main.getByText(`Maria ${lastName}`),
    })
    await follow(page, /^Policies/, 'Open policy', {
      address: new RegExp(`/portal/policies/${policyId}$`),
      shows: page.getByRole('heading', { level: 1, name: `Maria ${lastName}` }),
    })
  })
})

test('LEAD-09 CUST-18 a lead and an offline application become customers in one click with their data, and a spouse is found by name', async ({
  page,
  signIn,
}) => {
  const [leadName, paperName] = [uniqueName(), uniqueName()]
  const token = await signIn('admin')
  await makeLeads(leadName, [{ firstName: 'Inés', phone: '3055550177', dob: '1979-05-08' }])
  const { applicationId } = await submitBy(page, token, mariaVega(paperName))
  const main = page.getByRole('main')

  await test.step('the lead becomes a customer with name, birth date, phone and address, and opens them from then on', async () => {
    await openLeads(page, leadName)
    await choose(page, `Inés ${leadName}`)
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByText('Customer created')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: `Inés ${leadName}` })).toBeVisible()
    for (const words of ['(305) 555-0177', '05/08/1979', '12 Palm St']) await expect(main).toContainText(words)
    const address = page.url()
    await openLeads(page, leadName)
    await choose(page, `Inés ${leadName}`)
    await page.getByRole('button', { name: 'Open customer' }).click()
    await expect(page).toHaveURL(address)
  })
  await test.step('a spouse on an offline application is found by name and opens it, and its applicant becomes a customer', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /find or do/i }).pressSequentially(`Luis ${paperName}`)
    const hit = page.getByRole('option', { name: new RegExp(`Luis ${paperName}`) })
    await expect(hit).toContainText(`Spouse on application ${applicationId} of Maria ${paperName}`)
    await hit.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`Luis ${paperName}`)
    await dialog.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Maria ${paperName}` })).toBeVisible()
    for (const words of ['(305) 555-0142', '03/14/1988', '12 Ocean Drive', `Luis ${paperName}`])
      await expect(main).toContainText(words)
  })
})

test('CUST-17 what is done with a customer on the phone is in one bar, by pointer and by keys', async ({
  page,
  signIn,
}) => {
  const lastName = uniqueName()
  const token = await signIn('admin')
  const { id } = await makeCustomer(page, token, { firstName: 'Jonathan', lastName, dob: born, phone: '3055550142' })
  await withoutConversationsApp(page)
  const twice = await makeCustomer(page, token, { firstName: 'Jon', lastName, dob: born, phone: '3055550142' })
  const address = `/portal/customerManage/${id}`
  await page.goto(address)
  const bar = page.getByRole('region', { name: 'Actions', exact: true })
  const dialog = page.getByRole('dialog')

  await test.step('it has each action, and says why one is not possible', async () => {
    await expect(bar.locator('a, button')).toHaveText([
      'Call',
      'Text',
      'Email',
      'Notes',
      'Follow-up',
      'Start application',
      'Consent',
      'Assign',
      'Change Status',
      'Merge',
      'History',
      'Edit',
    ])
    await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550142')
    const consent = bar.getByRole('button', { name: 'Consent' })
    await expect(consent).toHaveAccessibleDescription(/^Start an application first/)
    await consent.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expectAccessible(page, 'customer-actions')
  })
  await test.step('a follow-up starts with its date', async () => {
    await page.keyboard.press('f')
    await expect(dialog.getByLabel('Follow up on', { exact: true })).toBeFocused()
    await page.keyboard.type('12312030')
    await dialog.getByRole('textbox', { name: 'New note' }).fill('Ask about the new job')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('12/31/2030')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the customer is assigned without the list', async () => {
    await page.keyboard.press('a')
    await expect(dialog.getByRole('heading', { name: 'Assign customer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a likely duplicate is named, and merging compares the two', async () => {
    await expect(page.getByRole('region', { name: 'Possible duplicates' })).toContainText(`Jon ${lastName}`)
    await bar.getByRole('button', { name: 'Merge' }).click()
    await expect(page).toHaveURL(new RegExp(`pair=${id}-${twice.id}$`))
    await expect(dialog).toContainText('Jonathan')
  })
  await test.step('texting opens the conversation with a text message begun', async () => {
    await page.goto(address)
    await bar.getByRole('button', { name: 'Text' }).click()
    await expect(page).toHaveURL(new RegExp(`contact=${id}&write=sms$`))
    await expect(page.getByRole('button', { name: /^Write to/ })).toContainText('Text (305) 555-0142')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  })
})
