import { providerRecords } from '@coverdesk/server/src/testing/directory-files.ts'
import { fileRate, makeFileWorld, planFilesOf } from '@coverdesk/server/src/testing/plan-files.ts'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Other plans in each attempt, because a file in use is refused. Nevada has its own exchange and no invented plans, so that no other test meets these. */
const seed = Date.now() % 900
const world = makeFileWorld({ seed, state: 'NV', counties: [['32003'], ['32031']], issuers: 2 })
const texts = Object.fromEntries(
  Object.entries(planFilesOf(world)).map(([name, lines]) => [name, [...lines()].join('')]),
)
texts['rating-areas.csv'] += `2027,NV,Rating Area 2,,${89_000 + seed}\n`

test('PLAN-01 CONSUMER-09 an administrator loads the files of a year, one of them refused first, and a visitor sees real premiums and the credit', async ({
  page,
  signIn,
}) => {
  test.slow()
  const guide = openGuidePage('load-plans')
  await signIn('admin')
  // As in the browser of an office that opens Coverdesk over plain http.
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
  await page.goto('/portal/customer')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: guide.named('Plan Data') })
    .click()
  await page
    .getByRole('button', { name: guide.named('Load Plan File') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Load Plan File' })
  await dialog.getByLabel(guide.named('Plan year')).selectOption('2027')
  await dialog.getByLabel(guide.named('Source')).selectOption('NV')
  const choose = (name: string, text: string) =>
    dialog.getByLabel('File', { exact: true }).setInputFiles({
      name,
      mimeType: name.endsWith('.json') ? 'application/json' : 'text/csv',
      buffer: Buffer.from(text),
    })

  const rates = texts['Rate_PUF.csv'] ?? ''
  await choose('Rate_PUF.csv', rates.replace(',33,', ',thirty-three,'))
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('Line 21')
  await expect(dialog).toContainText('Age: must be an age such as 0-14, 21 or 64 and over (thirty-three)')
  await expect(dialog.getByRole('button', { name: 'Load', exact: true })).toBeDisabled()
  for (const [name, text] of Object.entries(texts)) {
    await choose(name, text)
    await dialog.getByRole('button', { name: /^Load [\d,]+ rows$/ }).click()
    await expect(page.getByText(`of ${name} loaded`)).toBeVisible()
  }
  const [insurer] = world.issuers
  await dialog.getByLabel('Source').selectOption('insurer')
  await dialog.getByLabel('HIOS issuer ID').fill(insurer?.id ?? '')
  const doctors = providerRecords(world, insurer?.id ?? '')
  await choose('providers.json', JSON.stringify(doctors.map((one, at) => (at === 1 ? { ...one, npi: '1' } : one))))
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('Record 2')
  await expect(dialog).toContainText('npi: must be the ten digits of an NPI (1)')
  await choose('providers.json', JSON.stringify(doctors))
  await dialog.getByRole('button', { name: 'Load 6 rows' }).click()
  await expect(page.getByText('of providers.json loaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  const sets = page.getByRole('list', { name: 'Years in use' })
  await expect(sets.getByRole('listitem').filter({ hasText: 'Exchange of NV 2027' })).toContainText('14 plans in NV')
  await expect(sets.getByRole('listitem').filter({ hasText: `Insurer ${insurer?.id} 2027` })).toContainText(
    'Doctors of 7 plans in NV',
  )
  await expect(sets.getByText(guide.named('In use')).first()).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Loads' })
  await expect(grid.getByRole('row').filter({ hasText: 'Rate_PUF.csv' }).first()).toContainText('Loaded')
  await grid.getByRole('row').filter({ hasText: 'rating-areas.csv' }).first().getByText('Loaded').click()
  await expect(page.getByRole('button', { name: guide.named('Problems') })).toBeVisible()
  await expect(page.getByRole('button', { name: guide.named('Undo Load') })).toBeEnabled()
  guide.expectWalked()
  await expectAccessible(page, 'plan data')

  await page.goto('/self-enroll/')
  await page.getByRole('textbox', { name: 'ZIP code', exact: true }).fill('89101')
  await page.getByRole('textbox', { name: 'Household income per year' }).fill('30000')
  await page.getByRole('textbox', { name: 'Age of person 1' }).fill('45')
  await page.getByRole('button', { name: 'See plans' }).click()
  const list = page.getByRole('list', { name: 'Plans' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Invented plans for practice')).toHaveCount(0)
  const card = list.getByRole('listitem').first()
  const text = await card.innerText()
  const plan = world.plans.find(({ issuerName, name }) => text.includes(issuerName) && text.includes(name))
  expect(plan, text).toBeDefined()
  // The first card is the cheapest after the credit, and says what it costs before.
  expect(text).toContain(((plan ? (fileRate(plan, 1, 45) ?? 0) : 0) / 100).toFixed(2))
  await expect(page.getByText('Estimated monthly tax credit')).toBeVisible()
  // Only one of the two insurers published its doctors; drugs are not asked for.
  const care = page.getByRole('region', { name: 'Doctors and drugs' })
  await care.getByRole('button', { name: 'Add doctors or drugs' }).click()
  await expect(care.getByRole('combobox', { name: 'Drug' })).toHaveCount(0)
  await care.getByRole('combobox', { name: 'Doctor or facility' }).fill('ximena')
  await care.getByRole('option', { name: 'Ximena Ozorio (Pediatrics, Tampa)' }).click()
  const cards = await list.getByRole('listitem').all()
  for (const one of cards) {
    const isKnown = (await one.innerText()).includes(insurer?.name ?? '')
    await expect(one).toContainText(isKnown ? /[01] of 1 doctor(?! \()/ : 'Doctors unknown')
  }
  await card.getByRole('link', { name: /^Details/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: plan?.name ?? '' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Drug list' })).toHaveAttribute('href', /drugs/)
  await expectAccessible(page, 'plan of the files')
})
