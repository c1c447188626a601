import { inDatabase } from '../../support/database.ts'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import { addFile, expectChecked, loadPolicies, notices, processFile } from '../../support/load-dialog.ts'
import { makeEnrollable } from '../../support/records/enrollable.ts'
import { plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { makeUnpaid, uniqueInsured } from '../../support/records/unpaid-records.ts'
import { changeUser, makeUser } from '../../support/records/user-records.ts'
import { expectAccessible, navigate, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

// Pictures of the guide are small and light; first-run.e2e.ts walks 'Start an agency'.
test.use({ viewport: { width: 1200, height: 720 } })

test('the guide’s page about loading a file is walked, from Upload Files to Undo', async ({ page, signIn }) => {
  const guide = openGuidePage('load-a-file')
  const prefix = uniquePrefix('GD')
  const carrier = `Bayside ${prefix}`
  await inDatabase((connection) => connection.query('insert into carriers (name) values ($1)', [carrier]))
  const file = plainFile(`bayside_${prefix}.csv`, prefix, 12, (at) => (at === 4 ? { EffectiveDate: '02/30/2026' } : {}))
  await signIn('admin')
  await page.goto('/portal/customer')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: guide.named('Upload Files') }).click()
  await expect(page.getByRole('button', { name: guide.named('Load Policies') })).toBeVisible()
  const dialog = await loadPolicies(page)
  await expect(dialog.getByRole('button', { name: `ADD ${carrier}`, exact: true })).toBeVisible()
  await guide.picture(dialog, 'load-carriers')
  await addFile(dialog, carrier, file)
  await expectChecked(dialog, { New: 11, Refused: 1 })
  await expect(dialog.getByRole('button', { name: guide.named('Refused rows (CSV)') })).toBeVisible()
  await guide.picture(dialog, 'load-checked')
  await dialog.getByRole('checkbox', { name: guide.named('Load the good rows') }).check()
  await processFile(dialog)
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  const row = page.getByRole('grid', { name: 'Past uploads' }).getByRole('row').filter({ hasText: file.name })
  await row.getByText(file.name).click()
  await page
    .getByRole('dialog', { name: file.name })
    .getByRole('button', { name: guide.named('Undo') })
    .click()
  await page.getByRole('dialog', { name: 'Undo this upload?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText(`${file.name} is undone`)).toBeVisible()
  guide.expectWalked()
})

test('the guide’s page about unpaid and lost policies is walked, from the list to its history', async ({
  page,
  signIn,
}) => {
  const guide = openGuidePage('work-unpaid-and-lost')
  const name = uniqueInsured()
  const [first] = await makeUnpaid('unpaid', name, ['Ana', 'Bea'])
  await signIn('admin')
  await page.goto('/portal/customer')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: guide.named('Unpaid Policies') })
    .click()
  await expect(page.getByRole('region', { name: 'Summary by agent' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Unpaid Policies' }).getByRole('row').nth(3)).toBeVisible()
  await guide.picture(page, 'unpaid-list')
  await page.getByRole('textbox', { name: 'Insured name' }).fill(name)
  await page.getByRole('checkbox', { name: `Select ${first?.number}` }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: guide.named('Notes') }).click()
  const notes = page.getByRole('dialog', { name: /Notes/ })
  await notes.getByRole('textbox', { name: 'New note' }).fill('Left a message')
  await notes.getByRole('button', { name: guide.named('Make Note') }).click()
  await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Left a message')
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: guide.named('Change Status') }).click()
  const status = page.getByRole('dialog', { name: 'Change Status' })
  await status.getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Contacted' }).click()
  await status.getByRole('textbox', { name: 'Comment' }).fill('Called, pays on Friday')
  await guide.picture(status, 'unpaid-status')
  await status.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByText('Status changed successfully!')).toBeVisible()
  await bar.getByRole('button', { name: guide.named('History') }).click()
  await expect(page.getByRole('dialog', { name: /History of/ })).toContainText('Called, pays on Friday')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: guide.named('Mark All'), exact: true }).click()
  await expect(bar.getByRole('button', { name: 'Assign 2' })).toBeVisible()
  guide.expectWalked()
})

test('the guide’s page about enrolling a family is walked, from Applications to the confirmation', async ({
  page,
  signIn,
}) => {
  const guide = openGuidePage('enroll-a-family')
  const id = await makeEnrollable('Cabrera')
  await signIn('admin')
  await page.goto('/portal/customer')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: guide.named('Applications') })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  await navigate(page, `/portal/mk/applications/${id}`)
  await expect(page.getByRole('link', { name: guide.named('Enroll'), exact: true })).toBeVisible()
  await guide.picture(page, 'enroll-application')
  await page.getByRole('link', { name: 'Enroll', exact: true }).click()
  await expect(page.getByRole('button', { name: guide.named('Add Group') })).toBeVisible()
  await page.getByRole('link', { name: guide.named('Choose plan') }).click()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/enrollment$/)
  await expect(page.getByRole('region', { name: 'Group 1', exact: true }).getByText('No plan chosen')).toHaveCount(0)
  await guide.picture(page, 'enroll-groups')
  for (const text of ['I will file a federal', 'If I am married', 'No one else will', 'The household information'])
    await page.getByRole('checkbox', { name: text }).check()
  await page.getByRole('button', { name: guide.named('Submit Enrollment') }).click()
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()
  guide.expectWalked()
})

test('the guide’s page about rights is walked, from the list of users to visibility', async ({ page, signIn }) => {
  const guide = openGuidePage('administer-rights')
  const token = await signIn('security')
  const { id, login } = await makeUser(page, token, { firstName: 'Dana', lastName: 'Whitcomb' })
  await changeUser(page, token, id, { claims: ['view.Lead'] })
  await page.goto('/portal/customer')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: guide.named('Users') })
    .click()
  await expect(page.getByRole('button', { name: guide.named('Approvals') })).toBeVisible()
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  const grid = page.getByRole('grid', { name: 'Users' })
  await expect(grid.getByRole('row')).toHaveCount(2)
  await guide.picture(page, 'rights-users')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .click()
  await page.getByRole('button', { name: guide.named('Edit'), exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('checkbox', { name: 'Policy, view', exact: true }).check()
  const effect = edit.getByRole('region', { name: guide.named('Effect of this change') })
  await expect(effect).toContainText('Opens: Policies.')
  await effect.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await guide.picture(edit, 'rights-effect')
  await edit.getByRole('button', { name: guide.named('Save user') }).click()
  await expect(page.getByText('User edited successfully')).toBeVisible()
  await page.getByRole('button', { name: guide.named('Visibility'), exact: true }).click()
  const visibility = page.getByRole('dialog', { name: /Visibility/ })
  await expect(visibility.getByRole('button').nth(1)).toBeVisible()
  await guide.picture(visibility, 'rights-visibility')
  guide.expectWalked()
})

test('help opens the page of the guide that belongs to the screen, keys, and whom to ask; the guide is read on desktop and phone', async ({
  page,
  signIn,
}) => {
  await showAt(page, 1440)
  await signIn('admin')
  const help = page.getByRole('banner').getByRole('button', { name: 'Help', exact: true })
  await test.step('a screen with a page of the guide offers it first, another one offers the guide', async () => {
    await page.goto('/portal/manage/upload')
    await help.click()
    await page.getByRole('menuitem', { name: 'Load a file' }).click()
    await expect(page).toHaveURL('/portal/guide/load-a-file')
    await expect(page.getByRole('heading', { level: 1, name: 'Load a file' })).toBeVisible()
    const picture = page.getByRole('article').getByRole('img').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expectAccessible(page, 'guide-page')
    await page.getByRole('link', { name: 'Work unpaid and lost policies' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Work unpaid and lost policies' })).toBeVisible()
    await help.click()
    await page.getByRole('menuitem', { name: 'Guide', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
    await expectAccessible(page, 'guide-index')
  })
  await test.step('keyboard shortcuts open from the menu, which also names the agency’s contact', async () => {
    await help.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'office@coverdesk.example' })).toHaveAttribute('href', /^mailto:/)
    await expectAccessible(page, 'help-menu', { at: [1440] })
    await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Find or do anything')
    await page.keyboard.press('Escape')
  })
  await test.step('a link of the text stays in the app, and an unknown page says where all pages are', async () => {
    await navigate(page, '/portal/guide/start-an-agency')
    await page.evaluate(() => Object.assign(window, { stays: true }))
    await page.getByRole('article').getByRole('link', { name: 'Administer rights' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Administer rights' })).toBeVisible()
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    await navigate(page, '/portal/guide/unknown')
    await page.getByRole('link', { name: 'All pages of the guide' }).click()
    await expect(page).toHaveURL('/portal/guide')
  })
  await test.step('on a phone the profile menu offers the guide', async () => {
    await showAt(page, 390)
    await navigate(page, '/portal/policies/lost')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Profile/ })
      .click()
    await page.getByRole('menuitem', { name: 'Work unpaid and lost policies' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Work unpaid and lost policies' })).toBeVisible()
  })
})
