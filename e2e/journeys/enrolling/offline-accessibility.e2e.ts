import { randomInt } from 'node:crypto'
import { mariaVega, submitBy, typePrimary } from '../../support/records/offline-form.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on New Form, Manage and what they open on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const lastName = `Looks${randomInt(1_000, 9_999)}`
  const token = await signIn('admin')
  const { applicationId } = await submitBy(page, token, mariaVega(lastName))
  await page.goto('/portal/form/new')
  await expect(page.getByRole('heading', { name: 'New Form' })).toBeVisible()
  await expect(page.getByLabel('Source')).toBeFocused()
  await typePrimary(page)
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByLabel('Relation')).toBeFocused()
  await expectAccessible(page, 'offline-member')
  await page.getByRole('button', { name: 'Submit New' }).click()
  await page.getByRole('button', { name: 'Show Errors' }).click()
  await expect(page.getByRole('region', { name: 'Errors' })).toBeVisible()
  await expectAccessible(page, 'offline-errors')
  await navigate(page, `/portal/form/manage?application=${applicationId}`)
  await expect(page.getByRole('dialog').getByText('•••-••-3456')).toBeVisible()
  await expectAccessible(page, 'offline-view')
  await page.getByRole('button', { name: 'Reveal the SSN of the applicant' }).click()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page, 'offline-reveal')
  await navigate(page, '/portal/form/manage')
  await expect(page.getByText(`Maria ${lastName}`)).toBeVisible()
  await expectAccessible(page, 'offline-manage')
})
