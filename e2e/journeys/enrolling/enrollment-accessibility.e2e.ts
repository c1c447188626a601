import { makeEnrollable, openSandboxVisit } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

test('no accessibility violations on the enrollment, the return and the sandbox exchange on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const appId = await makeEnrollable(uniqueName())
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}/enrollment`)
  await page.getByRole('button', { name: 'Add Group' }).click()
  await page.getByRole('combobox', { name: /^Group of Leo/ }).selectOption('Group 2')
  await page.getByRole('link', { name: 'Choose plan, Group 1' }).click()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Change plan, Group 1' })).toBeVisible()
  await expectAccessible(page, 'enrollment', { fullPage: true })
  await navigate(page, '/portal/mk/return/submit')
  await expect(page.getByRole('heading', { name: 'Succesfully Submitted' })).toBeVisible()
  await expectAccessible(page, 'marketplace-return')
  await page.goto(`/exchange/#${await openSandboxVisit(userNameOf('admin'))}`)
  await page.getByRole('button', { name: 'Add person' }).click()
  await expectAccessible(page, 'sandbox-exchange', { fullPage: true })
})

test('no accessibility violations on the consumer home on desktop and phone', async ({ page, signIn }) => {
  await signIn('customer')
  await page.goto('/consumer/')
  await expect(page.getByRole('link', { name: 'Your application' })).toBeVisible()
  await expectAccessible(page, 'consumer-home')
})
