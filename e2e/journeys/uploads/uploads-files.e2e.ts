import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import {
  addFile,
  carrierLine,
  expectChecked,
  loadByApi,
  loadPolicies,
  notices,
  openLoadPolicies,
  processFile,
} from '../../support/load-dialog.ts'
import { type ChosenFile, csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { resetSavedProfiles } from '../../support/records/reset-saved-profiles.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test.describe('headings that no profile knows', () => {
  const headings = ['Pol Nbr', 'Subscriber Fname', 'Family', 'Mbr Birthdate', 'Shoe Size']
  const file = (name: string, prefix: string) =>
    csvFile(name, [
      headings,
      ...[0, 1, 2].map((at) => [numberAt(prefix, at), 'Rosa', 'Ledesma', '03/14/1980', String(38 + at)]),
    ])

  test('they are offered with a guess, the missing one is asked for, and what was chosen is remembered', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await resetSavedProfiles('Cigna')
    const dialog = await openLoadPolicies(page)
    const prefix = uniquePrefix('CGJ')
    await addFile(dialog, 'Cigna', file('cigna_1.csv', prefix))
    const failed = dialog.getByRole('alert').filter({ hasText: "This file can't be loaded" })
    await expect(failed).toContainText('Choose below which heading of the file holds Last name.')
    await expect(dialog.getByLabel('Field of Pol Nbr')).toHaveValue('PolicyNumber')
    await expect(dialog.getByLabel('Field of Mbr Birthdate')).toHaveValue('DOB')
    await expect(dialog.getByLabel('Field of Family')).toHaveValue('')
    await expect(
      dialog.getByRole('button', {
        name: new RegExp(`^Check guess: Pol Nbr is Policy number, for example ${numberAt(prefix, 0)}`),
      }),
    ).toBeVisible()
    // No profile is saved yet.
    await expect(dialog.getByText(/by the Cigna profile/)).toHaveCount(0)
    await dialog.getByLabel('Field of Family').selectOption('LastName')
    await expectChecked(dialog, { New: 3, Refused: 0 })
    await dialog.getByRole('button', { name: 'Save as profile' }).click()
    await expect(notices(page).getByText('Carrier profile saved')).toBeVisible()
    await expect(dialog.getByText('5 in the file: 4 by the Cigna profile')).toBeVisible()
    await expectChecked(dialog, { New: 3 })
    await processFile(dialog)
    await expect(notices(page).getByText('File submitted')).toBeVisible()

    const again = await openLoadPolicies(page)
    await addFile(again, 'Cigna', file('cigna_2.csv', uniquePrefix('CHJ')))
    await expectChecked(again, { New: 3, Refused: 0 })
    await expect(again.getByLabel('Field of Family')).toHaveValue('LastName')
    await expect(again.getByRole('button', { name: /^Check guess/ })).toHaveCount(0)
    await expect(again.getByRole('button', { name: 'Save as profile' })).toHaveCount(0)
  })
})

test.describe('a file that changes the book', () => {
  const prefix = uniquePrefix('CSJ')
  const name = (at: number) => numberAt(prefix, at)
  const first = plainFile('caresource_1.csv', prefix, 4)
  const second = plainFile('caresource_2.csv', prefix, 5, (at) => {
    if (at === 0) return { Phone: '4075550999', PlanName: 'Marketplace Gold Core' }
    if (at === 1) return { Phone: '' }
    return at === 3 ? null : {}
  })

  test('what is new, changed field by field with old and new, unchanged and missing is shown before anything changes', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    await loadByApi(page, token, { carrier: 'CareSource', month: 1, year: 2027, file: first, whole: true })
    const dialog = await openLoadPolicies(page)
    await addFile(dialog, 'CareSource', second)
    await expectChecked(dialog, { New: 1, Changes: 2, Unchanged: 1, Missing: 1, Refused: 0 })
    // So few missing policies need no confirmation.
    await expect(dialog.getByRole('button', { name: 'Process 4 rows' })).toBeEnabled()
    const changes = dialog.getByRole('region', { name: 'Changes' }).getByRole('row')
    await expect(changes).toHaveText([
      'Policy numberInsuredFieldOldNew',
      new RegExp(`^${name(0)}Rosa Ledesma(Phone|Plan)`),
      /(Phone|Plan)/,
      `${name(1)}Walter WhitakerPhone(407) 555-0101becomes -`,
    ])
    await dialog.getByLabel('Changes of field').selectOption('Phone')
    await expect(changes).toHaveCount(3)
    await expect(changes.nth(1)).toHaveText(`${name(0)}Rosa LedesmaPhone(407) 555-0100becomes (407) 555-0999`)
    await dialog.getByLabel('Changes of field').selectOption('Plan')
    await expect(changes.nth(1)).toHaveText(
      `${name(0)}Rosa LedesmaPlanEssential Silver 5500becomes Marketplace Gold Core`,
    )
    await dialog.getByRole('tab', { name: 'New 1', exact: true }).click()
    await expect(dialog.getByRole('region', { name: 'New policies' })).toContainText(`5${name(4)}Noemí Ledesma`)
    await dialog.getByRole('tab', { name: 'Missing 1', exact: true }).click()
    await expect(dialog.getByRole('region', { name: 'Policies missing from this file' })).toContainText(name(3))
    const policies = await page.request.get('/api/Policies', {
      params: { policyNumber: name(0) },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await policies.text()).toContain('Essential Silver 5500')
  })
})

test.describe('a long load', () => {
  const prefix = uniquePrefix('WPJ')
  const file: ChosenFile = plainFile('wellpoint_big.csv', prefix, 30_000)

  test('UPLOAD-09 P-58 it goes on when the page is left: its line is there, stopping is asked about, the toast arrives among the policies', async ({
    page,
    signIn,
  }) => {
    test.slow(true, 'uploads 30,000 rows')
    await signIn('admin')
    const dialog = await openLoadPolicies(page)
    await addFile(dialog, 'Wellpoint', file)
    await expectChecked(dialog, { New: 30_000 })
    const line = await lineOf(page)
    // Longer than the following steps take on any machine.
    await line(file.buffer.length / 60)
    await processFile(dialog)
    await expect(dialog.getByRole('progressbar', { name: 'Load' })).toBeVisible()
    const stop = dialog.getByRole('button', { name: 'Stop upload' })
    await stop.click()
    const question = page.getByRole('dialog', { name: 'Stop this upload?' })
    await expectFocusWithin(question)
    await expect(question).toContainText('Nothing of wellpoint_big.csv for Wellpoint')
    await question.getByRole('button', { name: 'Keep uploading' }).click()
    await expect(question).toHaveCount(0)
    await expect(stop).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('list', { name: 'Uploads in progress' })).toContainText(
      /Wellpoint.*%.*wellpoint_big\.csv/,
    )
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policies', exact: true })
    await link.click()
    await expect(page.getByRole('grid', { name: 'Policies' })).toBeVisible()
    await expect(notices(page).getByText('File submitted')).toHaveCount(0)
    await expect(link).toHaveText(/^Policies[\d,]+$/)
    const counted = (await link.textContent()) ?? ''
    await line(-1)
    const toast = notices(page).getByText('File submitted')
    await expect(toast).toBeVisible({ timeout: 60_000 })
    // Beyond the first page of the list.
    const [notifications, pages] = [
      await toast.boundingBox(),
      await page.getByRole('navigation', { name: 'Pages' }).boundingBox(),
    ]
    expect((notifications?.y ?? 0) + (notifications?.height ?? 0)).toBeLessThan(pages?.y ?? 0)
    // Faster than the menu's own refresh once a minute.
    await expect(link).not.toHaveText(counted, { timeout: 10_000 })
    await expect(page).toHaveURL(/\/portal\/policies\/manage/)
    await page.getByLabel('Policy number', { exact: true }).fill(numberAt(prefix, 29_999))
    await expect(page.getByRole('grid', { name: 'Policies' })).toContainText(numberAt(prefix, 29_999))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload Files' }).click()
    await expect(carrierLine(await loadPolicies(page), 'Wellpoint')).not.toContainText('Never')
  })
})

/** Lets the page have the line of a small office, `bytes` a second upwards; -1 is as fast as it goes. */
async function lineOf(page: Page): Promise<(bytes: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async (bytes) =>
    void (await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: Math.round(bytes),
    }))
}

test('the preview says which stored values empty cells clear, and keeps them if the user says so', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('EMJ')
  const file = (name: string, email: string, city: string) =>
    csvFile(name, [
      ['PolicyNumber', 'FirstName', 'LastName', 'Email', 'City'],
      ...[0, 1, 2].map((at) => [numberAt(prefix, at), 'Rosa', 'Ledesma', email, city]),
    ])
  // A carrier of its own: a load ends the dry runs of its carrier.
  const carrier = `Emptied ${prefix}`
  await inDatabase((connection) => connection.query('insert into carriers (name) values ($1)', [carrier]))
  await loadByApi(page, token, {
    carrier,
    month: 1,
    year: 2026,
    file: file('full.csv', 'rosa@example.com', 'Miami'),
  })
  const dialog = await openLoadPolicies(page)
  await addFile(dialog, carrier, file('emptied.csv', '', 'Tampa'))
  const notice = dialog.getByText('Empty cells of this file clear 3 stored values: Email (3).')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  const keep = dialog.getByRole('checkbox', { name: 'Keep what is stored where the file is empty' })
  const checked = page.waitForResponse(/UploadPolic.*keepEmpty=true/)
  await keep.check()
  await checked
  await expect(keep).toBeFocused()
  await expect(dialog).toContainText('Stored values stay where the file is empty.', { timeout: 30_000 })
  await expect(notice).toBeHidden()
})
