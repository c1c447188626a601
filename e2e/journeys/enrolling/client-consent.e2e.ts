import { inDatabase } from '../../support/database.ts'
import { consentLink } from '../../support/records/application-records.ts'
import { makeEnrollable } from '../../support/records/enrollable.ts'
import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { signReview } from '../../support/records/signing/sign-review.ts'
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

test('A-104 ENROLL-10 P-67 an agent asks, the client signs consent and enrollment on a phone in Spanish, the agent enrolls, the client revokes, and the agent is refused with the offer to ask again', async ({
  page,
  signIn,
  browser,
}) => {
  // Two signatures on a phone and an enrollment.
  test.slow()
  const name = uniqueName()
  const email = `${name.toLowerCase()}@example.com`
  const appId = await makeEnrollable(name, { consented: false })
  await inDatabase((connection) =>
    connection.query('update marketplace_applications set user_email = $1 where exchange_assigned_id = $2', [
      email,
      appId,
    ]),
  )
  const token = await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}/enrollment`)
  await page.getByRole('button', { name: 'Request Consent' }).click()
  const request = page.getByRole('dialog', { name: 'Request Consent' })
  await request.getByText('Spanish').click()
  await request.getByRole('button', { name: 'Request Consent' }).click()
  await expect(page.getByText(`Consent requested at ${email}.`)).toBeVisible()

  const client = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await client.newPage()
  const consentAt = await consentLink(page, token, name)
  await phone.goto(consentAt)
  await phone.getByRole('checkbox', { name: 'He leído este consentimiento' }).check()
  await phone.getByLabel('Nombre completo').pressSequentially(`Ana ${name}`)
  await phone.getByRole('button', { name: 'Firmar' }).click()
  await expect(phone.getByText(/Este consentimiento se firmó el/)).toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: /^Choose plan/ }).click()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/enrollment$/)
  const review = page.getByRole('region', { name: 'Client review' })
  await review.getByRole('button', { name: 'Request Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Review' })
  await dialog.getByText('Spanish').click()
  await dialog.getByRole('button', { name: 'Request Review' }).click()
  await expect(review).toContainText(`Sent to ${email}. You can enroll when the client has signed.`)
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toBeDisabled()

  await phone.goto(await consentLink(page, token, name))
  await expect(phone.getByText('Nadie más me declarará como dependiente.')).toBeVisible()
  await signReview(phone, { name: `Ana ${name}`, fullName: 'Nombre completo', sign: 'Firmar' })
  await expect(review).toContainText(`Signed by Ana ${name}`, { timeout: 15_000 })
  await page.getByRole('button', { name: 'Enroll Now' }).click()
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()

  await phone.goto(consentAt)
  await phone.getByRole('button', { name: 'Revocar el consentimiento' }).click()
  await phone.getByRole('button', { name: 'Sí, revocar' }).click()
  await expect(phone.getByText(/Revocó este consentimiento el/)).toBeVisible()
  await client.close()

  await page.goto(`/portal/mk/applications/${appId}`)
  await page.getByRole('button', { name: 'Refetch Application From Marketplace' }).click()
  await expect(page.getByText('The client revoked the consent. Request it again before you continue.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Client consent' })
  await expect(section.getByRole('button', { name: 'Request Again' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Sign on This Device' })).toBeVisible()
})

test('A-104 an agent adds a signed page as the consent, and downloads it and the evidence', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const [appId = ''] = await makeApplications(name, [
    { firstName: 'Ana', document: household('Ana', name), consented: false },
  ])
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}`)
  const section = page.getByRole('region', { name: 'Client consent' })
  await section.getByRole('button', { name: 'Add Signed File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Signed File' })
  await dialog.getByLabel('Name of the client in it').fill(`Ana ${name}`)
  await dialog.getByRole('button', { name: 'Add Signed File' }).click()
  await expect(dialog.getByText('Attach the signed page or the recording')).toBeVisible()
  const content = Buffer.from('%PDF-1.7 signed')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: content })
  await dialog.getByRole('button', { name: 'Add Signed File' }).click()
  await expect(section).toContainText(`Signed by Ana ${name}`)
  for (const [button, file] of [
    ['Download signed.pdf', 'signed.pdf'],
    ['Download Evidence', `consent-evidence-${appId}.zip`],
  ] as const) {
    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
