import { expect, type Locator, type Page } from '@playwright/test'
import type { ChosenFile } from './records/policy-files.ts'

/** Opens the upload screen and its Load Policies dialog. */
export async function openLoadPolicies(page: Page): Promise<Locator> {
  await page.goto('/portal/manage/upload')
  return await loadPolicies(page)
}

/** Opens the Load Policies dialog on the current screen. */
export async function loadPolicies(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Load Policies' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Load Policies' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the Load Commissions dialog on the current screen. */
export async function loadCommissions(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Load Commissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load Commissions' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Adds a carrier's file, which starts the dry run. */
export async function addFile(dialog: Locator, carrier: string, file: ChosenFile): Promise<void> {
  await dialog.getByRole('button', { name: `ADD ${carrier}`, exact: true }).click()
  await chooseFile(dialog, file)
}

/** Chooses or replaces the file. */
export async function chooseFile(dialog: Locator, file: ChosenFile): Promise<void> {
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
}

/** Waits for the dry run and expects its counts, such as { New: 27, Refused: 3 }. */
export async function expectChecked(dialog: Locator, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [tab, count] of Object.entries(counts)) {
    const name = `${tab} ${count.toLocaleString('en-US')}`
    await expect(dialog.getByRole('tab', { name, exact: true })).toBeVisible({ timeout: 30_000 })
  }
}

/** List item of a carrier. */
export function carrierLine(dialog: Locator, carrier: string): Locator {
  return dialog.getByRole('listitem').filter({ has: dialog.page().getByText(carrier, { exact: true }) })
}

/** Month and year of the form: 12/2026. */
export async function periodOf(dialog: Locator): Promise<string> {
  const month = await dialog.getByLabel('Month', { exact: true }).inputValue()
  return `${month.padStart(2, '0')}/${await dialog.getByLabel('Year', { exact: true }).inputValue()}`
}

const missingBox = (dialog: Locator) => dialog.getByRole('checkbox', { name: /^Mark [\d,]+ polic(y|ies) as missing$/ })

/** Confirms that the policies that are not in the file become missing. */
export async function confirmMissing(dialog: Locator): Promise<void> {
  await missingBox(dialog).check()
}

/** Clicks Process, with any number of rows in its label, after confirming missing policies where the dialog asks. */
export async function processFile(dialog: Locator): Promise<void> {
  const process = dialog.getByRole('button', { name: /^Process/ })
  await expect(async () => {
    if (await missingBox(dialog).isVisible()) await missingBox(dialog).check()
    expect(await process.isEnabled()).toBe(true)
  }).toPass()
  await process.click()
}

/** Region of the toasts. */
export function notices(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** Id of a carrier, from the API. */
export async function carrierIdOf(page: Page, token: string, carrier: string): Promise<number> {
  const answer = await page.request.get('/api/UploadPolicies', { headers: { authorization: `Bearer ${token}` } })
  const carriers: { carrierId: number; carrierName: string }[] = await answer.json()
  const found = carriers.find(({ carrierName }) => carrierName === carrier)
  if (!found) throw new Error(`No carrier ${carrier}`)
  return found.carrierId
}

/** Uploads a file through the API, for tests that start with an imported file. */
export async function loadByApi(
  page: Page,
  token: string,
  order: {
    carrier: string
    month: number
    year: number
    file: ChosenFile
    /** The file holds all of the carrier's policies, so the others become missing. */
    whole?: boolean
  },
): Promise<void> {
  const { month, year, file, whole } = order
  const carrierId = await carrierIdOf(page, token, order.carrier)
  const send = async (choice: Record<string, string | number>) =>
    await page.request.post('/api/UploadPolicies/UploadPolicyCSV', {
      params: { carrierId, month, year, fileName: file.name, ...choice },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      data: file.buffer,
    })
  const refused = whole ? await send({}) : null
  const answer =
    refused?.status() === 409
      ? await send({ confirmMissing: (await refused.json()).details.missing })
      : (refused ?? (await send({ part: 'some' })))
  expect(answer.status(), await answer.text()).toBe(200)
}
