import { inDatabase } from '../../support/database.ts'
import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Of 40 and 12 years, each with a part of the credit and the same cost sharing. */
function priced(firstName: string, lastName: string) {
  const input = household(firstName, lastName)
  const csr = { category: '87% AV Level Silver Plan CSR' }
  const applicants = [
    { personId: '1', eligibility: { aptc: { amount: 300.25 }, csr } },
    { personId: '2', eligibility: { aptc: { amount: 100.25 }, csr } },
  ]
  return { ...input, insuranceApplication: { applicants } }
}

test('PLAN-01 PLAN-02 PLAN-03 PLAN-05 PLAN-08 PLAN-09 PLAN-10 PLAN-11 PLAN-12 PLAN-13 PLAN-15 PLAN-16 an agent filters, sorts and compares the plans of an application, and opens one', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const [id] = await makeApplications(name, [{ firstName: 'Ana', document: priced('Ana', name) }])
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${id}`)
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/portal/mk/applications/${id}/plans$`))
  const main = page.getByRole('main')
  const list = page.getByRole('list', { name: 'Plans' })
  const cards = list.getByRole('listitem')
  await expect(cards).toHaveCount(10)
  await expect(main).toContainText(`Ana ${name} and 1 more, Miami-Dade FL 33101`)
  await expect(main).toContainText('$400.50')
  await expect(main).toContainText('CSR 87')

  const filters = page.getByRole('complementary', { name: 'Filters' })
  await page.keyboard.press('/')
  await expect(filters.getByRole('checkbox').first()).toBeFocused()
  await filters.getByRole('checkbox', { name: /^Silver/ }).check()
  await filters.getByRole('checkbox', { name: /^Ambetter/ }).check()
  await expect(page).toHaveURL(/filter\.metal_level=Silver/)
  await expect(cards).toHaveCount(4)
  await filters.getByRole('checkbox', { name: /^Oscar/ }).check()
  await expect(cards).toHaveCount(7)
  for (const carrier of ['Ambetter', 'Oscar']) await expect(list).toContainText(carrier)
  const silver = cards.filter({ hasText: 'Standard Silver' })
  await expect(silver).toContainText('$1,000')
  await expect(silver).toContainText('$6,000')
  const [promo = 0, before = 0] = [...(await silver.innerText()).matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount = '']) =>
    Math.round(Number(amount.replace(',', '')) * 100),
  )
  expect(before - promo).toBe(40_050)

  const premiums = async () =>
    (await cards.allInnerTexts()).map((text) =>
      /\bFree\b/.test(text) ? 0 : Number(/\$([\d.,]+) a month/.exec(text)?.[1]),
    )
  const rising = await premiums()
  expect(rising).toEqual(rising.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: 'Premium, ascending' }).click()
  await expect(page.getByRole('button', { name: 'Premium, descending' })).toBeVisible()
  await expect.poll(premiums).toEqual(rising.toReversed())
  await page.getByRole('button', { name: 'Deductible', exact: true }).click()
  await expect(page).toHaveURL(/sort=deductible/)
  await page.getByRole('button', { name: 'Remove Carrier 2 chosen' }).click()
  await expect(filters.getByRole('checkbox', { name: /^Oscar/ })).not.toBeChecked()
  await expect(cards).toHaveCount(10)

  for (const place of [0, 1]) await cards.nth(place).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Plans to compare' }).getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare plans' })
  await expect(dialog.getByRole('row', { name: /^Preventive Care/ })).toContainText('Free')
  await dialog.getByRole('checkbox', { name: 'Only differences' }).check()
  await expect(dialog.getByRole('row', { name: /^Preventive Care/ })).toBeHidden()
  await expect(dialog.getByRole('row', { name: /^Yearly cost, medium use/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await list.getByRole('link', { name: 'Details of Standard Silver' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Standard Silver' })).toBeVisible()
  await expect(page).toHaveURL(/\/plans\/10731FL\d{7}$/)
  await expect(main).toContainText('More than 74 in-network preventive services are free')
  await expect(page.getByRole('row', { name: /^Generic Drugs/ })).toContainText('$10.00')
  await expect(page.getByRole('row', { name: /^Laboratory/ })).toContainText('30% after deductible')
  await expect(page.getByRole('row', { name: /^Specialist Visit/ })).toContainText('Full price')
  await expect(page.getByRole('link', { name: 'Network' })).toHaveAttribute('href', /^https:/)
  await expect(page.getByRole('link', { name: 'Public page' })).toHaveAttribute(
    'href',
    /^\/self-enroll\/plans_get\/10731FL\d{7}$/,
  )
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/sort=deductible/)
  await expect(page.getByRole('region', { name: 'Plans to compare' })).toContainText('Compare 2')
})

test('SHELL-05 CONSUMER-09 CONSUMER-10 PLAN-06 PLAN-17 P-66 a visitor finds plans with the estimated credit, and nothing of the household is in an address', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'See Plans' }).first()).toHaveAttribute('href', '/self-enroll/')
  await page.goto('/self-enroll/')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/login/register')
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(page.getByText('Not a ZIP code')).toBeVisible()
  await expect(page.getByText('Must be an age')).toBeVisible()
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('33165')
  await page.getByRole('textbox', { name: /Household income/ }).fill('41237')
  await page.getByRole('textbox', { name: 'Age of person 1' }).fill('47')
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Age of person 2' }).fill('46')
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Age of person 3' }).fill('9')
  await page.getByRole('checkbox', { name: 'Needs a plan' }).last().uncheck()
  await page.getByRole('button', { name: 'See plans' }).click()
  const list = page.getByRole('list', { name: 'Plans' })
  const cards = list.getByRole('listitem')
  await expect(cards).toHaveCount(10)
  const main = page.getByRole('main')
  await expect(main).toContainText('2 people, Miami-Dade FL 33165')
  await expect(main).toContainText(/Your estimated tax credit is \$[\d,]+\.\d\d a month/)
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('100')
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await expect(cards.first()).toContainText('5 of 5')
  await expect(cards.last()).toContainText('No Rating')
  await page.getByRole('button', { name: 'Rating, descending' }).click()
  await expect(cards.first()).not.toContainText('5 of 5')
  await expect(cards.last()).toContainText('No Rating')

  await cards
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(page).toHaveURL(/\/self-enroll\/plans_get\/\d{5}FL\d{7}$/)
  // The address changes before the screen does.
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible()
  await expect(page.getByText('before credit')).toBeVisible()
  await page.goBack()
  await expect(cards.first()).toBeVisible()
  await page.getByRole('button', { name: 'Change household' }).click()
  await expect(page.getByRole('textbox', { name: 'Age of person 2' })).toHaveValue('46')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(requests.filter((url) => url.includes('41237'))).toEqual([])
  expect(stored).not.toContain('41237')

  // Another visitor, in a tab of its own, opens the address of a plan without any input.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/self-enroll/plans_get/10731FL0280005')
  await expect(page.getByRole('heading', { level: 1, name: 'Standard Silver' })).toBeVisible()
  await expect(page.getByText('No premium yet')).toBeVisible()

  // P-84: while the exchange does not respond, its last response is shown with its age.
  await page.route('**/api/Plans/10731FL0280005*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), asOf: '2026-11-21T20:07:00Z' } })
  })
  await page.reload()
  await expect(
    page.getByText(
      "The marketplace isn't responding. Try again in a few minutes. Showing plans as of 11/21/2026 3:07 PM",
    ),
  ).toBeVisible()
  await navigate(page, '/self-enroll/plans_get/99999FL9999999')
  await expect(page.getByText('No Data')).toBeVisible()
})

test('CONSUMER-09 a visitor learns who may have CHIP, how the credit is calculated, and where plans are sold that we do not know', async ({
  page,
}) => {
  await page.goto('/self-enroll/')
  const fill = async (label: string | RegExp, text: string) => {
    await page.getByRole('textbox', { name: label }).click()
    await page.keyboard.type(text)
  }
  await fill('ZIP code', '33165')
  await fill(/Household income/, '64300')
  await fill('Age of person 1', '38')
  for (const [person, age] of ['36', '10', '7'].entries()) {
    await page.getByRole('button', { name: 'Add person' }).click()
    await fill(`Age of person ${person + 2}`, age)
  }
  await page.getByRole('button', { name: 'More about person 2' }).click()
  await page.getByRole('combobox', { name: 'Other coverage' }).selectOption({ label: 'Offer from own job' })
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(page.getByText('Enter the monthly cost')).toBeVisible()
  await fill('Cheapest plan for the employee, per month', '900')
  await page.getByRole('button', { name: 'See plans' }).click()
  const credit = page.getByRole('region', { name: 'Tax credit' })
  await expect(credit).toContainText('Person 3 (age 10) and person 4 (age 7): may be eligible for CHIP')
  await credit.getByText('How this was calculated').click()
  await expect(credit).toContainText('Benchmark plan for 2 people')
  await expectAccessible(page, 'plans with a credit')
  await credit.getByRole('button', { name: 'Show premiums without these 2 people' }).click()
  await expect(page.getByRole('main')).toContainText('2 people, Miami-Dade FL 33165')
  await expect(credit).not.toContainText('CHIP to')
  await expect(credit.getByRole('button', { name: /Show premiums without/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Change household' }).click()
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('90011')
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(credit).toContainText('Plans there are sold at Covered California (coveredca.com)')
  await expect(credit).not.toContainText('The benchmark plan costs')
})

test('CONSUMER-09 a visitor without other coverage is not told of any, and a child of 26 is said to need an own plan', async ({
  page,
}) => {
  await page.goto('/self-enroll/')
  await page.getByRole('textbox', { name: 'ZIP code' }).pressSequentially('33165')
  await page.getByRole('textbox', { name: /^Household income per year/ }).pressSequentially('9000')
  await page.getByRole('textbox', { name: 'Age of person 1' }).pressSequentially('55')
  await page.getByRole('button', { name: 'More about person 1' }).click()
  await page.getByRole('combobox', { name: /immigration/i }).selectOption('lawful')
  await page.getByRole('button', { name: 'See plans' }).click()
  const credit = page.getByRole('region', { name: 'Tax credit' })
  await expect(page.getByText("These plans and premiums are invented for practice and can't be bought.")).toBeVisible()
  await expect(credit).toContainText('no one has a tax credit. Each reason is below.')
  await expect(credit).toContainText('Person 1 (age 55): with this status a plan has no tax credit from 2027 on.')
  await expect(credit).not.toContainText('other coverage')
  await page.getByRole('button', { name: 'Change household' }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Age of person 2' }).pressSequentially('26')
  await page.getByRole('combobox', { name: 'Relation' }).nth(1).selectOption('child')
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(credit).toContainText('Person 2 (age 26): in most states a child needs their own plan from age 26 on.')
})

test('PLAN-07 CONSUMER-04 a customer sees the plans of the own application in the consumer app, and of no other', async ({
  page,
}) => {
  const name = uniqueName()
  const [id, other] = await makeApplications(name, [
    { firstName: 'Ana', document: priced('Ana', name) },
    { firstName: 'Bea', document: priced('Bea', name) },
  ])
  const { userName } = await signInAsNew(page)
  await inDatabase((connection) =>
    connection.query(`update users set roles = '{customer}', application_id = $2 where user_name = $1`, [userName, id]),
  )
  await page.goto(`/consumer/applications/${id}/plans`)
  const list = page.getByRole('list', { name: 'Plans' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await list
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/consumer/applications/${id}/plans/\\d{5}FL`))
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await navigate(page, `/consumer/applications/${other}/plans`)
  await expect(page.getByText('Application not found.')).toBeVisible()
})
