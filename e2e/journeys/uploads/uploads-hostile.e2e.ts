import type { Locator, Page } from '@playwright/test'
import { hostileTexts, listenForHarm } from '../../support/hostile-text.ts'
import { addFile, expectChecked, notices, openLoadPolicies, processFile } from '../../support/load-dialog.ts'
import { csvFile, plainHeadings, plainRows } from '../../support/records/policy-files.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** No other test uploads files of this carrier. */
const carrier = 'Aetna CVS Health'
const fileName = '<img src=x onerror=alert(20)>.csv'
const heading = '<svg onload=alert(21)>'
const birthday = '<img src=x onerror=alert(22)>'
const count = hostileTexts.length
const hostile = (at: number) => hostileTexts[at] ?? ''
const numberOf = (at: number) => `<b>W2J${String(at).padStart(2, '0')}`

/** A hostile text in each text field of each row, in a heading and its sample; the last row is refused for its date. */
function hostileFile(name: string, planOf: (at: number) => string) {
  const rows = plainRows('', count + 1, (at) => ({
    PolicyNumber: numberOf(at),
    FirstName: hostile(at),
    LastName: `<i>${hostile(at)}`,
    Address: hostile(at),
    City: hostile(at),
    PlanName: planOf(at),
    ...(at === count ? { FirstName: 'Rosa', DOB: birthday } : {}),
  }))
  return csvFile(name, [[...plainHeadings, heading], ...rows.map((row, at) => [...row, hostile(at)])])
}

test('P-38 texts of a file that would run as markup or formula are shown as they are, on every screen', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'loads two files and opens every screen that shows them')
  const harm = await listenForHarm(page)
  await signIn('admin')
  await page.setViewportSize({ width: 1900, height: 1000 })
  await openLoadPolicies(page)
  const dialog = page.getByRole('dialog', { name: 'Load Policies' })
  await test.step('dry run of new rows', () => showsNewRows(dialog))
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  await processFile(dialog)
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Load' })).toContainText(fileName)
  await test.step('dry run of changed rows', () => showsChangedRows(page))
  await test.step('list', () => showsTheList(page))
  await test.step('detail and page', () => showsTheDetail(page))
  await test.step('past uploads', () => showsThePastUpload(page))
  expect(harm).toEqual([])
})

async function showsNewRows(dialog: Locator) {
  await addFile(dialog, carrier, hostileFile(fileName, hostile))
  await expectChecked(dialog, { New: count, Refused: 1 })
  await expect(dialog.getByRole('region', { name: 'Headings of the file' })).toContainText(`${heading}`)
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText(birthday)
  await dialog.getByRole('tab', { name: /^New/ }).click()
  const rows = dialog.getByRole('region', { name: 'New policies' })
  for (const text of hostileTexts) await expect(rows).toContainText(`${text} <i>${text}`)
}

async function showsChangedRows(page: Page) {
  const dialog = await openLoadPolicies(page)
  await addFile(
    dialog,
    carrier,
    hostileFile(`2${fileName}`, (at) => `<u>${hostile(at)}`),
  )
  await expectChecked(dialog, { Changes: count })
  await dialog.getByRole('tab', { name: /^Changes/ }).click()
  const rows = dialog.getByRole('region', { name: 'Changes' })
  for (const text of hostileTexts) await expect(rows).toContainText(`Plan${text}becomes <u>${text}`)
}

const list = `/portal/policies/manage?policyNumber=${encodeURIComponent('<b>W2J')}&contact=1&pageSize=20&sort=policyNumber`

async function showsTheList(page: Page) {
  await page.goto(list)
  const rows = page.getByRole('grid', { name: 'Policies' }).getByRole('row')
  await expect(rows).toHaveCount(count + 1)
  for (const [at, text] of hostileTexts.entries()) {
    const row = rows.nth(at + 1)
    await expect(row).toContainText(numberOf(at))
    await expect(row).toContainText(`${text} <i>${text}`)
    await expect(row).toContainText(`${text}, ${text}, FL`)
    await expect(row).toContainText(text.length > 30 ? `${text.slice(0, 30)}…` : text)
  }
}

async function showsTheDetail(page: Page) {
  await page.getByRole('grid', { name: 'Policies' }).focus()
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog')
  await expectFacts(modal, 0)
  await modal.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/portal\/policies\/\d+$/)
  for (const at of hostileTexts.keys()) {
    await expectFacts(page.getByRole('main'), at)
    await expect(page).toHaveTitle(`${hostile(at)} <i>${hostile(at)}, ${numberOf(at)} · Coverdesk`)
    if (at < count - 1) await page.getByRole('button', { name: 'Next policy' }).click()
  }
}

async function expectFacts(where: Locator, at: number) {
  const text = hostile(at)
  await expect(where.getByRole('heading', { name: `${text} <i>${text}` })).toBeVisible()
  for (const shown of [numberOf(at), `Plan${text}`, `${text}, ${text}, FL 32801`, `${fileName}, line`])
    await expect(where).toContainText(shown)
}

async function showsThePastUpload(page: Page) {
  await navigate(page, '/portal/manage/upload?carrier=9')
  await page.getByRole('grid', { name: 'Past uploads' }).getByText(fileName, { exact: true }).first().click()
  const load = page.getByRole('dialog', { name: fileName })
  await load.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this upload?' })
  await expect(question).toContainText(`Undo ${fileName} (`)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText(`${fileName} is undone`)).toBeVisible()
}
