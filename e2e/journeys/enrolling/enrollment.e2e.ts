import type { Page } from '@playwright/test'
import { giveTo, makeEnrollable, openSandboxVisit } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { signReviewHere } from '../../support/records/signing/sign-review.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const group = (page: Page, place: number) => page.getByRole('region', { name: `Group ${place}`, exact: true })
const box = (page: Page, place: number) =>
  page.getByRole('spinbutton', { name: `APTC to apply, Group ${place}`, exact: true })
const slider = (page: Page, place: number) =>
  page.getByRole('slider', { name: `APTC to apply, Group ${place}, slider` })
const ticks = ['I will file a federal', 'If I am married', 'No one else will', 'The household information']

/** Chooses the first plan that is offered to a group. */
async function choosePlan(page: Page, place: number): Promise<void> {
  await group(page, place)
    .getByRole('link', { name: /^(Choose|Change) plan/ })
    .click()
  await expect(page).toHaveURL(/\/enrollment\/\d+\/plans/)
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/enrollment$/)
}

test('MKAPP-19 ENROLL-01 ENROLL-02 ENROLL-03 ENROLL-04 ENROLL-05 ENROLL-06 ENROLL-07 ENROLL-08 applicants are split into groups, each with its plan and its part of the credit', async ({
  page,
  signIn,
}) => {
  const appId = await makeEnrollable(uniqueName())
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}`)
  await page.getByRole('link', { name: 'Enroll', exact: true }).click()
  await expect(page).toHaveURL(`/portal/mk/applications/${appId}/enrollment`)
  await expect(box(page, 1)).toHaveValue('300.75')
  await choosePlan(page, 1)
  await expect(group(page, 1).getByText('No plan chosen')).toHaveCount(0)

  const cents = async (label: string) => {
    const text = await group(page, 1).getByRole('term').filter({ hasText: label }).locator('+ dd').innerText()
    return Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)
  }
  const rest = async () =>
    expect(await cents('Responsibility')).toBe((await cents('Premium')) - (await cents('APTC applied')))
  await rest()
  await box(page, 1).fill('99999')
  const most = await box(page, 1).inputValue()
  expect(Number(most)).toBeGreaterThan(0)
  expect(Number(most)).toBeLessThanOrEqual(300.75)
  await expect(slider(page, 1)).toHaveAttribute('aria-valuenow', String(Number(most)))
  await box(page, 1).fill('-5')
  await expect(box(page, 1)).toHaveValue('0.00')
  await expect(slider(page, 1)).toHaveAttribute('aria-valuenow', '0')
  await box(page, 1).fill('120.37')
  await expect(slider(page, 1)).toHaveAttribute('aria-valuenow', '120.37')
  await rest()
  await slider(page, 1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(box(page, 1)).toHaveValue('120.38')
  await page.keyboard.press('Home')
  await expect(box(page, 1)).toHaveValue('0.00')
  await rest()

  await page.getByRole('button', { name: 'Add Group' }).click()
  await expect(group(page, 2).getByText('No members')).toBeVisible()
  await expect(group(page, 1).getByText('No plan chosen')).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Group of Leo/ }).selectOption('Group 2')
  await expect(group(page, 1).getByText('No plan chosen')).toBeVisible()
  await expect(box(page, 1)).toHaveValue('210.50')
  await expect(box(page, 2)).toHaveValue('90.25')
  await choosePlan(page, 2)
  await expect(group(page, 2).getByText('No plan chosen')).toHaveCount(0)
  await group(page, 2)
    .getByRole('button', { name: /^Remove Group/ })
    .click()
  await expect(group(page, 2)).toHaveCount(0)
  await expect(group(page, 1).getByText('No plan chosen')).toBeVisible()
  await expect(group(page, 1).getByRole('button', { name: /^Remove Group/ })).toHaveCount(0)
  await expect(box(page, 1)).toHaveValue('300.75')
})

test('a group whose members have different cost sharing says so where its plan is chosen, and separate groups do not', async ({
  page,
  signIn,
}) => {
  const lastName = uniqueName()
  const appId = await makeEnrollable(lastName, { secondCsr: 'None' })
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}/enrollment`)
  await group(page, 1)
    .getByRole('link', { name: /^Choose plan/ })
    .click()
  await expect(
    page.getByText(`In a group without Leo ${lastName}, a Silver plan has a lower deductible`, { exact: false }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Change the groups' }).click()
  await page.getByRole('button', { name: 'Add Group' }).click()
  await page.getByRole('combobox', { name: /^Group of Leo/ }).selectOption('Group 2')
  await group(page, 1)
    .getByRole('link', { name: /^Choose plan/ })
    .click()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .waitFor()
  await expect(page.getByText('In a group without')).toHaveCount(0)
})

test('ENROLL-10 ENROLL-11 ENROLL-13 ENROLL-14 ENROLL-17 ENROLL-18 ENROLL-19 ENROLL-20 ENROLL-21 A-104 the client’s four ticks let an agent send it, and the return goes on by itself', async ({
  page,
  signIn,
}) => {
  const lastName = uniqueName()
  const appId = await makeEnrollable(lastName)
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}/enrollment`)
  const [enroll, submit] = ['Enroll Now', 'Submit Enrollment'].map((name) => page.getByRole('button', { name }))
  if (!enroll || !submit) throw new Error('There are two buttons')
  for (const text of ticks) {
    await expect(page.getByRole('checkbox', { name: text })).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: text })).not.toBeChecked()
  }
  await expect(enroll).toBeDisabled()
  await expect(submit).toBeDisabled()
  await page.getByRole('button', { name: 'Sign on This Device' }).click()
  await expect(page.getByText('Form errors')).toBeVisible()
  await expect(group(page, 1)).toContainText('Choose a plan for this group.')
  await choosePlan(page, 1)
  await signReviewHere(page, `Ana ${lastName}`)
  for (const text of ticks) await expect(page.getByRole('checkbox', { name: text })).toBeChecked()
  await expect(enroll).toBeEnabled()
  const credit = await box(page, 1).inputValue()
  await box(page, 1).fill('1.00')
  await expect(page.getByText('The groups have changed since the last review.')).toBeVisible()
  await expect(enroll).toBeDisabled()
  await expect(submit).toBeDisabled()
  await box(page, 1).fill(credit)
  await expect(enroll).toBeEnabled()
  await page.reload()
  await expect(box(page, 1)).toHaveValue(credit)
  await expect(enroll).toBeEnabled()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/enrollment'))
  await submit.click()
  const body = (await sent).postDataJSON()
  expect(body.groups).toEqual([
    {
      applicants: ['1', '2'],
      plan: { id: expect.any(String), name: expect.any(String), premium: expect.stringMatching(/^\d+\.\d\d$/) },
      aptc_selected: expect.stringMatching(/^\d+\.\d\d$/),
    },
  ])
  await expect(page).toHaveURL(`/portal/mk/return/submit?exchangeId=${appId}`)
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('appId'))).toBe(appId)
  await expect(page.getByText(/^Taking you to your application in \d+ seconds?\.$/)).toBeVisible()
  await expect(page).toHaveURL(`/portal/mk/applications/${appId}`)
  await expect(page.getByRole('region', { name: 'Policies', exact: true })).toContainText('Pending effectuation')

  await page.getByRole('link', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText(/The marketplace has confirmed it/)).toBeVisible()
  await choosePlan(page, 1)
  await box(page, 1).fill('2.00')
  await signReviewHere(page, `Ana ${lastName}`)
  await enroll.click()
  await expect(page).toHaveURL('/portal/mk/return/submit')
  await page.getByRole('link', { name: 'Go to Applications' }).click()
  await expect(page).toHaveURL('/portal/mk/applications')
})

test('ENROLL-17 ENROLL-22 A-003 an error of the marketplace is shown as text, and nothing goes on by itself', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(`/mk/return/enroll?exchangeId=77&error=${encodeURIComponent('<img src=x onerror=alert(1)> refused')}`)
  await expect(page.getByRole('alert').filter({ hasText: 'refused' })).toHaveText(
    '<img src=x onerror=alert(1)> refused',
  )
  await expect(page.getByText('Succesfully Submitted')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('appId'))).toBe('77')
  await page.clock.runFor(15_000)
  await expect(page).toHaveURL(/\/mk\/return\/enroll/)
  await page.goto('/mk/return')
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()
  // Ten seconds after it appeared, some of which may have passed on a busy machine.
  await page.clock.runFor(5_000)
  await expect(page).toHaveURL('/mk/return')
  await page.clock.runFor(5_000)
  // Opens the stored application, which needs a login.
  await expect(page).toHaveURL('/login')
})

test('ENROLL-15 SHELL-04 A-095 CONSUMER-01 CONSUMER-02 CONSUMER-03 CONSUMER-04 CONSUMER-05 CONSUMER-06 a household begun on the sandbox exchange is a consumer’s own application, with plans and enrollment', async ({
  page,
}) => {
  const name = uniqueName()
  const { userName } = await signInAsNew(page)
  await giveTo(userName, { roles: '{consumer}' })
  await page.goto('/portal/')
  await expect(page).toHaveURL(/\/consumer\/?$/)
  await expect(page.getByText("You don't have an application assigned.")).toBeVisible()
  await page.goto(`/exchange/#${await openSandboxVisit(userName)}`)
  const first = page.getByRole('group', { name: 'Primary person' })
  await first.getByRole('textbox', { name: 'First name' }).fill('Ana')
  await first.getByRole('textbox', { name: 'Last name' }).fill(name)
  await first.getByRole('combobox', { name: 'Month' }).selectOption({ index: 5 })
  await first.getByRole('combobox', { name: 'Day' }).selectOption({ index: 1 })
  await first.getByRole('combobox', { name: 'Year' }).selectOption('1986')
  await first.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('33165')
  await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('12086')
  await page.getByRole('textbox', { name: 'Household income per year' }).fill('28000')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page).toHaveURL(/\/mk\/return\/eligibility\?exchangeId=\d+$/)
  const appId = new URL(page.url()).searchParams.get('exchangeId') ?? ''
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Applications' }).click()
  await expect(page).toHaveURL(`/consumer/applications/${appId}`)
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${name}` })).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Plans' }).click()
  await expect(page).toHaveURL(new RegExp(`/consumer/applications/${appId}/plans`))
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/consumer/applications/${appId}/plans/\\w+`))
  await expect(page.getByRole('link', { name: 'Public page' })).toBeVisible()
  await menu.getByRole('link', { name: 'Enrollment' }).click()
  await expect(page).toHaveURL(`/consumer/applications/${appId}/enrollment`)
  await group(page, 1)
    .getByRole('link', { name: /^Choose plan/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/consumer/applications/${appId}/enrollment/1/plans`))
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/consumer/applications/${appId}/enrollment/1/plans/\\w+`))
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page).toHaveURL(`/consumer/applications/${appId}/enrollment`)
  for (const text of ticks) await page.getByRole('checkbox', { name: text }).check()
  await page.getByRole('checkbox', { name: ticks[1] ?? '' }).uncheck()
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toBeDisabled()
  await page.getByRole('checkbox', { name: ticks[1] ?? '' }).check()
  await page.getByRole('button', { name: 'Submit Enrollment' }).click()
  await expect(page).toHaveURL(`/consumer/return/submit?exchangeId=${appId}`)
  await page.getByRole('link', { name: 'Go to Applications' }).click()
  await expect(page.getByRole('region', { name: 'Policies', exact: true })).toContainText('Pending effectuation')
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('link', { name: 'Your application' })).toBeVisible()
})
