import { consentLink, createApplication, uniqueName } from '../../support/records/application-records.ts'
import { expectAccessible, navigate, onDesktop } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the internal applications, what they open and the consent page on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const name = uniqueName()
  const token = await signIn('admin')
  const id = await createApplication(page, token, {
    lastName: name,
    carrier: 'Ambetter',
    planSelected: 'Silver 4000',
    state: 'FL',
  })
  await page.goto('/portal/mk/applications?tab=internal')
  const rows = page.getByRole('grid', { name: 'Applications' })
  await expect(rows).toContainText(name)
  await expectAccessible(page, 'applications')
  await navigate(page, `/portal/mk/applications?tab=internal&name=${name}`)
  await rows.getByText(`Ana ${name}`).click()
  await expect(page.getByRole('dialog', { name: /Application of/ })).toBeVisible()
  await expectAccessible(page, 'applications-edit')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const headers = { authorization: `Bearer ${token}` }
  const data = { language: 'es' }
  await page.request.post(`/api/Application/${id}/consent`, { headers, data })
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await page.getByRole('button', { name: 'Send Consent' }).click()
  await expect(page.getByRole('dialog', { name: 'Send Consent' })).toBeVisible()
  await expectAccessible(page, 'applications-consent', onDesktop)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Consent requested')
  await expectAccessible(page, 'applications-history', onDesktop)
  await page.goto(await consentLink(page, token, name))
  await expect(page.getByRole('button', { name: 'Firmar' })).toBeVisible()
  await expectAccessible(page, 'consent')
})
