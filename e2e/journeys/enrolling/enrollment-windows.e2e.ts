import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { uniqueName } from '../../support/records/application-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const thisYear = new Date().getFullYear()
const nextYear = thisYear + 1

/** Types another first day, last day and last day for January 1 of Idaho, which no other test uses. */
async function changeIdaho(page: Page, { opens, reason }: { opens: string; reason: string }) {
  await page.goto('/portal/manage/enrollment-windows')
  const row = page.getByRole('row', { name: /^Idaho/ })
  await row.getByRole('button', { name: /^Change Idaho/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Enrollment Window' })
  const type = async (label: RegExp, text: string) => {
    const field = dialog.getByRole('textbox', { name: label })
    await field.clear()
    await field.pressSequentially(text)
  }
  await type(/^First day/, opens)
  await type(/^Last day(?! for)/, `01/20/${nextYear}`)
  await type(/^Last day for January 1/, `12/31/${thisYear}`)
  await type(/^Source/, 'Letter of Your Health Idaho')
  await dialog.getByLabel(/^How sure is it/).selectOption('Verified')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await type(/^Reason/, reason)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(`${opens} to 01/20/${nextYear}`)
  await expect(row).toContainText(reason)
}

test('an administrator changes the window of an exchange with a reason, and the wizard follows: year, sentence and history', async ({
  page,
  signIn,
}) => {
  const [month, day] = [new Date().getMonth(), new Date().getDate()]
  test.skip(month === 11 && day === 31, 'A window opens in the year before, of which no later day is left')
  await inDatabase((connection) => connection.query(`delete from enrollment_windows where exchange = 'ID'`))
  await signIn('admin')
  const heading = (year: number) => page.getByText(`Application for ${year} coverage`).first()

  await test.step('while the window is not open, an application is for this year', async () => {
    await changeIdaho(page, { opens: `12/31/${thisYear}`, reason: 'The exchange postponed it' })
    await expectAccessible(page, 'enrollment-windows')
    await page.goto('/ede/app/')
    await page.getByRole('link', { name: 'New application' }).click()
    await page.getByLabel('First name', { exact: true }).pressSequentially('Ida')
    await page.getByLabel('Last name', { exact: true }).pressSequentially(uniqueName())
    await page.getByLabel('Email', { exact: true }).pressSequentially('ida.idaho@example.com')
    await page.getByLabel('Phone', { exact: true }).pressSequentially('2085550142')
    await page.getByRole('button', { name: 'Start application' }).click()
    await page.getByRole('button', { name: 'Continue to about you' }).click()
    await page.getByLabel('Street address').pressSequentially('1 State St')
    await page.getByLabel('ZIP code').pressSequentially('83702')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    // It began before its ZIP code was known, for the year of the federal platform.
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0]
    await inDatabase((connection) =>
      connection.query('update ede_applications set plan_year = $1 where uuid = $2', [thisYear, id]),
    )
    await page.reload()
    await expect(heading(thisYear)).toBeVisible()
  })
  const wizard = page.url()

  await test.step('once it is open, the same application is for the next year and says so', async () => {
    await changeIdaho(page, { opens: `01/02/${thisYear}`, reason: 'The exchange opened early' })
    await page.goto(wizard)
    await expect(heading(nextYear)).toBeVisible()
    await expect(
      page.getByText(
        `Open enrollment for ${nextYear} at Your Health Idaho ends on 01/20/${nextYear}. Coverage begins on 01/01/${nextYear} for plans chosen by 12/31/${thisYear}.`,
      ),
    ).toBeVisible()
    await expectAccessible(page, 'wizard-window')
  })

  await test.step('both changes are in the history, and a year without a window is said to be not known', async () => {
    await page.goto('/portal/manage/enrollment-windows')
    await page.getByRole('button', { name: /^History of Idaho/ }).click()
    const history = page.getByRole('dialog', { name: /^History of Idaho/ })
    await expect(history).toContainText('The exchange postponed it')
    await expect(history).toContainText('The exchange opened early')
    await page.keyboard.press('Escape')
    await page.getByLabel('Plan year').selectOption(String(thisYear + 2))
    await expect(page.getByRole('row', { name: /^Idaho/ })).toContainText('Not known')
  })
})
