import { inDatabase } from '../../support/database.ts'
import { consentLink } from '../../support/records/application-records.ts'
import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('A-104 P-67 without consent plans are refused and it is requested right there; the client signs and revokes by the link, and both show', async ({
  page,
  signIn,
  browser,
}) => {
  const name = uniqueName()
  const [appId = ''] = await makeApplications(name, [
    { firstName: 'Ana', document: household('Ana', name), consented: false },
  ])
  await inDatabase((connection) =>
    connection.query('update marketplace_applications set user_email = $1 where exchange_assigned_id = $2', [
      `${name.toLowerCase()}@example.com`,
      appId,
    ]),
  )
  const token = await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}`)
  const section = page.getByRole('region', { name: 'Client consent' })
  await expect(section).toContainText('Request consent before you refetch the application')
  await page.getByRole('button', { name: 'Refetch Application From Marketplace' }).click()
  await expect(page.getByText('The client has not given consent yet. Request it before you continue.')).toBeVisible()

  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await expect(page.getByRole('heading', { name: "The client's consent is needed." })).toBeVisible()
  await page.getByRole('button', { name: 'Request Consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Consent' })
  await dialog.getByRole('button', { name: 'Request Consent' }).click()
  await expect(page.getByText(`Consent requested at ${name.toLowerCase()}@example.com.`)).toBeVisible()

  const client = await browser.newContext()
  const phone = await client.newPage()
  await phone.goto(await consentLink(page, token, name))
  await phone.getByRole('checkbox', { name: /I have read this consent/ }).check()
  await phone.getByRole('textbox', { name: 'Full name' }).pressSequentially(`Ana ${name}`)
  await phone.getByRole('button', { name: 'Sign' }).click()
  await expect(phone.getByText(/This consent was signed on/)).toBeVisible()

  await page.goto(`/portal/mk/applications/${appId}`)
  await expect(section).toContainText(`Signed by Ana ${name}`)
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Plans' })).toBeVisible()

  await phone.getByRole('button', { name: 'Revoke Consent' }).click()
  await expect(phone.getByText('Revoke your consent?')).toBeVisible()
  await phone.getByRole('button', { name: 'Yes, Revoke' }).click()
  await expect(phone.getByText(/You revoked this consent on/)).toBeVisible()
  await phone.reload()
  await expect(phone.getByText(/You revoked this consent on/)).toBeVisible()
  await client.close()

  await page.goto(`/portal/mk/applications/${appId}/enrollment`)
  await expect(page.getByText('The client revoked the consent. Request it again before you continue.')).toBeVisible()
  await page.goto(`/portal/mk/applications/${appId}`)
  await expect(section).toContainText('by the client')
})

test('A-104 an agent notes a revocation with what the client said', async ({ page, signIn }) => {
  const name = uniqueName()
  const [appId = ''] = await makeApplications(name, [{ firstName: 'Ana', document: household('Ana', name) }])
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}`)
  const section = page.getByRole('region', { name: 'Client consent' })
  await section.getByRole('button', { name: 'Note Revocation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Note Revocation' })
  await dialog.getByRole('button', { name: 'Note Revocation' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: /What the client said/ }).pressSequentially('Called, wants no help')
  await dialog.getByRole('button', { name: 'Note Revocation' }).click()
  await expect(dialog).toBeHidden()
  await expect(section).toContainText('Called, wants no help')
  await page.getByRole('button', { name: 'Refetch Application From Marketplace' }).click()
  await expect(page.getByText('The client revoked the consent.').first()).toBeVisible()
})
