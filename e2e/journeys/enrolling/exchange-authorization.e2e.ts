import { inDatabase } from '../../support/database.ts'
import { makeEnrollable } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { newestMessage } from '../../support/sign-in.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from './expect-spanish.ts'

/** An application of a client in Wyoming, which no other test uses. */
async function applicationIn(name: string): Promise<string> {
  const appId = await makeEnrollable(name)
  await inDatabase((connection) =>
    connection.query(
      `update marketplace_applications set user_state = 'WY', user_zip_code = '82001' where exchange_assigned_id = $1`,
      [appId],
    ),
  )
  await inDatabase((connection) => connection.query(`delete from authorization_rules where state = 'WY'`))
  return appId
}

test('A-104 an administrator has a state ask for authorizations, the client authorizes the agent by the link on a phone in Spanish, and the agent sees it', async ({
  page,
  signIn,
  browser,
}) => {
  const name = uniqueName()
  const recipient = `${name.toLowerCase()}@example.com`
  const appId = await applicationIn(name)
  const token = await signIn('admin')
  const section = page.getByRole('region', { name: 'Authorization at the exchange' })
  const row = page.getByRole('row', { name: /^Wyoming/ })
  const dialog = page.getByRole('dialog', { name: 'Change When It Is Asked' })

  await test.step('nothing is asked for until an administrator says so, with a reason', async () => {
    await page.goto(`/portal/mk/applications/${appId}`)
    await expect(page.getByRole('region', { name: 'Client consent' })).toBeVisible()
    await expect(section).toHaveCount(0)
    await page.goto('/portal/manage/exchange-authorization')
    await expect(row).toContainText('Not asked')
    await page.getByRole('button', { name: 'Select the states of the federal platform' }).click()
    await expect(row.getByRole('checkbox', { name: 'Wyoming' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'New York' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'All states' }).click()
    await page.getByRole('checkbox', { name: 'All states' }).click()
    await row.getByRole('checkbox', { name: 'Wyoming' }).check()
    await expectAccessible(page, 'authorization-rules')
    await page.getByRole('button', { name: 'Change (1)' }).click()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Reason/ }).pressSequentially('Announced by the exchange')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Announced by the exchange')
    await page.goto(`/portal/mk/applications/${appId}`)
  })

  await expect(section).toContainText('Send the client a code first.')
  await section.getByText('Español').click()
  await section.getByRole('button', { name: 'Send code' }).click()
  await expect(section).toContainText('The exchange sent a code to')
  await section.getByRole('textbox', { name: 'Code' }).pressSequentially('1234567')
  await section.getByRole('button', { name: 'Confirm code' }).click()
  await expect(section.getByText('This is not the code. Ask the client to read it again.')).toBeVisible()
  await section.getByRole('button', { name: 'Check again' }).click()
  await expect(section.getByText('The client has not authorized the agent yet.')).toBeVisible()
  await expectAccessible(page, 'exchange-authorization')

  const { link } = await newestMessage(page, recipient, 'exchange-authorization', token)
  const client = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  const phone = await client.newPage()
  await phone.goto(link ?? '')
  await expect(phone.getByRole('heading', { name: 'Autorice a su agente para 2027' })).toBeVisible()
  await expectSpanish(phone, 'the link of the exchange', { moreThan: 8 })
  await expectAccessible(phone, 'exchange-authorize')
  await phone.getByRole('button', { name: 'Autorizar' }).click()
  await expect(phone.getByText('Su agente tiene autorización.')).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('Su agente tiene autorización.')).toBeVisible()
  await phone.goto('/exchange/authorize?id=unknown')
  await expect(phone.getByText(/Este enlace ya no vale|This link is no longer valid/)).toBeVisible()
  await client.close()

  await section.getByRole('button', { name: 'Check again' }).click()
  await expect(section).toContainText('The client used the link')
  await expect(section).toContainText('until 12/31/2027')

  await test.step('the state stops asking, and the section disappears', async () => {
    await page.goto('/portal/manage/exchange-authorization')
    await row.getByRole('checkbox', { name: 'Wyoming' }).check()
    await page.getByRole('button', { name: 'Change (1)' }).click()
    await dialog.getByText('No', { exact: true }).click()
    await dialog.getByRole('textbox', { name: /^Reason/ }).pressSequentially('CMS postponed it')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Not asked')
    await page.goto(`/portal/mk/applications/${appId}`)
    await expect(page.getByRole('region', { name: 'Client consent' })).toBeVisible()
    await expect(section).toHaveCount(0)
  })
})
