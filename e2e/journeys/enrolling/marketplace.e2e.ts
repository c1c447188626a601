import { inDatabase } from '../../support/database.ts'
import { household, makeApplications, uniqueId, uniqueName } from '../../support/records/marketplace-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { savedFile } from '../../support/saved-file.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('SHELL-33 ACCESS-14 MKAPP-01 MKAPP-02 MKAPP-03 MKAPP-04 MKAPP-05 MKAPP-06 MKAPP-11 the list is found in the sidebar, filtered, exported, and one application updated', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const [first] = await makeApplications(name, [
    { firstName: 'Ana', plan: 'Clear Silver', document: household('Ana', name) },
    { firstName: 'Bea', plan: 'Everyday Bronze' },
  ])
  const token = await signIn('admin')
  await page.goto('/portal/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Applications', exact: true }).click()
  await expect(page).toHaveURL(/\/portal\/mk\/applications$/)
  const table = page.getByRole('grid', { name: 'Applications' })
  await page.getByRole('textbox', { name: 'Customer' }).fill(name)
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('Total Records: 2', { exact: true })).toBeVisible()
  const ana = table.getByRole('row', { name: /Ana/ })
  await expect(ana.getByRole('gridcell', { name: 'E', exact: true })).toBeVisible()
  await expect(table.getByRole('row', { name: /Bea/ }).getByRole('gridcell', { name: 'U', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Plan' }).fill('silver')
  await expect(table.getByRole('row')).toHaveCount(2)
  const pdf = await savedFile(page, async () => {
    await page.getByRole('button', { name: /^Export/ }).click()
    await page.getByRole('menuitem', { name: /pdf/i }).click()
  })
  expect(pdf.content.subarray(0, 4).toString()).toBe('%PDF')
  await page.getByRole('textbox', { name: 'Plan' }).fill('')
  await expect(table.getByRole('row')).toHaveCount(3)

  const update = page.getByRole('button', { name: 'Update', exact: true })
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: `Select Bea ${name}` }).click()
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: `Select Bea ${name}` }).click()
  await update.click()
  const dialog = page.getByRole('dialog', { name: `Update Ana ${name}` })
  await dialog.getByRole('textbox', { name: 'City' }).fill('Hialeah')
  await dialog.getByRole('combobox', { name: 'Agent on record' }).click()
  const agent = page.getByRole('listbox').getByRole('option').nth(1)
  const agentName = await agent.innerText()
  await agent.click()
  await dialog.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'New York' }).click()
  await expect(dialog).toContainText(`${agentName}: No health license in New York`)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Successfully updated application')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(ana).toContainText(agentName)

  await update.click()
  await dialog.getByRole('textbox', { name: 'City' }).fill('Doral')
  const headers = { authorization: `Bearer ${token}` }
  const other = await page.request.post(`/api/MarketplaceApp/${first}/refetch`, { headers })
  expect(other.status(), await other.text()).toBe(200)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Failed to update application')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Doral')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()

  await page.route(/\/api\/MarketplaceApp(\?|$)/, (route) =>
    route.fulfill({ status: 403, json: { code: 'right.missing', message: 'You do not have permission to do this' } }),
  )
  await navigate(page, '/portal/mk')
  await expect(page).toHaveURL(/\/portal\/mk\/applications$/)
  await expect(page.getByText("Applications haven't loaded?")).toBeVisible()
})

test('MKAPP-08 MKAPP-09 MKAPP-10 MKAPP-13 MKAPP-14 MKAPP-15 MKAPP-16 MKAPP-17 MKAPP-18 the details of an application, and a CSV of several', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await test.step('MKAPP-10 MKAPP-13 MKAPP-14 MKAPP-15 MKAPP-16 MKAPP-17 MKAPP-18 the details show persons, eligibility and policies, and are refetched', async () => {
    const name = uniqueName()
    const [id, bare] = await makeApplications(name, [
      { firstName: 'Ana', plan: 'Clear Silver', document: household('Ana', name) },
      { firstName: 'Bea' },
    ])
    await page.goto(`/portal/mk/applications?name=${name}`)
    await page.getByRole('link', { name: `Details of Ana ${name}` }).click()
    await expect(page).toHaveURL(`/portal/mk/applications/${id}`)
    const part = (part: string) => page.getByRole('region', { name: part, exact: true })
    await expect(part('Primary person')).toContainText(`Ana`)
    await expect(part('Primary person')).toContainText('02/29/1984')
    await expect(part('Contact')).toContainText('(305) 555-0142')
    await expect(part('Contact')).toContainText('ana@mail.test')
    await expect(part('Address')).toContainText('12 Palm St')
    const applicant = (place: number) => part('Applicants').getByRole('listitem').nth(place)
    const [ana, leo] = [applicant(0), applicant(1)]
    await expect(ana).toContainText('$412.50')
    await expect(ana).toContainText('94% AV Level Silver Plan CSR')
    await expect(ana.getByText('Elegible', { exact: true })).toBeVisible()
    await expect(leo.getByText('Unelegible', { exact: true })).toBeVisible()
    await expect(ana.getByRole('row', { name: /^Initial/ })).toHaveText(
      'InitialNo01/01/202612/31/202602/01/202612/01/2026',
    )
    await expect(ana.getByRole('row', { name: /^Special/ })).toHaveText(
      'SpecialYes01/15/202603/16/202602/02/202603/16/2026',
    )
    const policy = part('Policies')
    for (const shown of ['0099001', 'U9100', '12345FL0010001', '$512.00', '$412.50', '$99.50', 'Pending effectuation'])
      await expect(policy).toContainText(shown)
    for (const shown of ['02/01/2026', '12/31/2026', `Ana ${name}`, `Leo ${name}`, 'No members'])
      await expect(policy).toContainText(shown)

    await expect(page.getByText('as of 03/01/2026 10:00 AM')).toBeVisible()
    const refetch = page.getByRole('button', { name: 'Refetch Application From Marketplace' })
    await refetch.click()
    await expect(page.getByText(/^Refetched: as of/)).toBeVisible()
    await expect(page.getByText('as of 03/01/2026 10:00 AM')).toHaveCount(0)
    await inDatabase(async (connection) => {
      await connection.query(
        `update sandbox_exchange_applications set document = jsonb_set(document, '{policies,0,status}', '"Effectuated"')
       where exchange_assigned_id = $1`,
        [id],
      )
    })
    await refetch.click()
    await expect(policy.getByText('Effectuated', { exact: true })).toBeVisible()

    await navigate(page, `/portal/mk/applications/${bare}`)
    await expect(part('Applicants')).toContainText('No members')
    await navigate(page, '/portal/mk/applications/4711')
    await expect(page.getByText('Application not found.')).toBeVisible()
  })
  await test.step('MKAPP-08 MKAPP-09 a CSV is loaded, replaces only when told to, and is taken back', async () => {
    const name = uniqueName()
    const id = uniqueId()
    await navigate(page, `/portal/mk/applications?name=${name}`)
    await page.getByRole('main').getByRole('button', { name: 'Upload CSV' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload CSV' })
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'apps.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('userLastName\nNobody\n')
    await expect(page.getByText('Failed to process CSV')).toBeVisible()
    await choose(`ffm_app_id,last_name,email\n${id},${name},ok@mail.test\n${id}9,${name},no-email\n`)
    await expect(dialog.getByRole('list', { name: 'Refused rows' })).toContainText('Line 3')
    await dialog.getByRole('button', { name: 'Load 1 application' }).click()
    await expect(page.getByText('Successfully processed CSV')).toBeVisible()
    const table = page.getByRole('grid', { name: 'Applications' })
    await expect(table).toContainText(id)
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await choose(`ffm_app_id,last_name,plan_name\n${id},${name},New Gold\n`)
    await expect(dialog.getByRole('status')).toContainText('0 changed, 1 unchanged')
    await expect(dialog.getByRole('button', { name: 'Load applications' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /^Overwrite/ }).check()
    await expect(dialog.getByRole('status')).toContainText('1 changed, 0 unchanged')
    const sent = page.waitForRequest((request) => request.url().includes('loadGoodRows=true'))
    await dialog.getByRole('button', { name: 'Load 1 application' }).click()
    const request = await sent
    expect([request.url().includes('overwrite=true'), request.headers()['content-type']]).toEqual([
      true,
      expect.stringMatching(/^multipart\/form-data/),
    ])
    await expect(table).toContainText('New Gold')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.getByText('Upload undone')).toBeVisible()
    await expect(table).not.toContainText('New Gold')
  })
})

test('MKAPP-07 ACCESS-30 an agent without the claim load.application has the list, and no Upload CSV', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  await page.goto('/portal/mk/applications')
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload CSV' })).toHaveCount(0)
})

test('SHELL-11 ACCESS-09 a customer opens Application and comes to the own one; another one is as one that is not there', async ({
  page,
  signIn,
}) => {
  const [other] = await makeApplications(uniqueName(), [{ firstName: 'Ana' }])
  await signIn('customer')
  await page.goto('/portal/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Application' }).click()
  await expect(page).toHaveURL(/\/portal\/mk\/applications\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Lucía Quintero' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Policies', exact: true })).toBeVisible()
  await navigate(page, `/portal/mk/applications/${other}`)
  await expect(page.getByText('Application not found.')).toBeVisible()
  await navigate(page, '/portal/mk/applications')
  await expect(page).toHaveURL(/error=insufficient_permissions/)
})

test('SHELL-11 SHELL-12 ACCESS-14 a customer without one sees a message, and Direct Enrollment shows by its claim, whatever the role', async ({
  page,
}) => {
  const { userName } = await signInAsNew(page)
  const holds = (roles: string, claims: string) =>
    inDatabase((connection) =>
      connection.query('update users set roles = $2, claims = $3 where user_name = $1', [userName, roles, claims]),
    )
  const section = page.getByRole('navigation', { name: 'Main' }).getByText('Direct Enrollment')
  await holds('{agent}', '{view.Policy}')
  await page.goto('/portal/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Policies').first()).toBeVisible()
  await expect(section).toHaveCount(0)
  await holds('{customer}', '{view.Application}')
  await page.goto('/portal/application')
  await expect(page.getByText("You don't have an application assigned")).toBeVisible()
  await expect(section).toBeVisible()
  // After the return from the marketplace, the browser stores an application.
  await page.evaluate(() => localStorage.setItem('appId', '4711'))
  await page.goto('/portal/application')
  await expect(page).toHaveURL('/portal/mk/applications/4711')
  await expect(page.getByText('Application not found.')).toBeVisible()
})
