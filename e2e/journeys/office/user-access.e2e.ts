import { inDatabase } from '../../support/database.ts'
import { openUsers } from '../../support/records/user-list.ts'
import { logIn as logInAgain, logInFirst, makeUser } from '../../support/records/user-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('the security administrator sees where a user is signed in and signs the user out everywhere', async ({
  page,
  signIn,
  browser,
}) => {
  const token = await signIn('security')
  const user = await makeUser(page, token, { firstName: 'Ida', lastName: 'Moor' })
  const theirs = await browser.newContext()
  const desk = await theirs.newPage()
  const theirToken = await logInFirst(page, user.login)
  await desk.addInitScript((value) => {
    if (sessionStorage.getItem('signed-in-by-test')) return
    sessionStorage.setItem('signed-in-by-test', 'yes')
    localStorage.setItem('token', value)
  }, theirToken)
  await desk.goto('/portal/')
  await expect(desk.getByRole('banner').getByRole('button', { name: 'Ida Moor' })).toBeVisible()

  const grid = await openUsers(page, `?login=${user.login}`)
  await grid.getByText(user.login).first().click()
  await page.getByRole('main').getByRole('button', { name: 'Access', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Access of Ida Moor' })
  await expect(dialog).toContainText('Off: the password is enough')
  await expect(dialog.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('list', { name: 'Open sessions' })).toContainText('last active')
  await expectAccessible(page, 'user-access')

  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign Ida Moor out everywhere?' })
  await expect(question).toContainText('1 session ends at once')
  await expectAccessible(page, 'sign-out-everywhere')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Signed out everywhere', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('Not signed in anywhere.')
  await expect(desk).toHaveURL(/\/login/)
  await expect(desk.getByText('A security administrator logged you out')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'History of account and rights' })).toContainText(
    'Denise Harper signed Ida Moor out everywhere.',
  )
  // The account itself still works.
  expect(await logInAgain(page, user.login)).not.toBe(theirToken)
  await theirs.close()
})

test('the lost authenticator app of a user is removed where the second factor is shown', async ({ page, signIn }) => {
  const token = await signIn('security')
  const user = await makeUser(page, token, { firstName: 'Ida', lastName: 'Moor' })
  await inDatabase((connection) =>
    connection.query(
      `insert into user_authenticators (user_id, secret_sealed, confirmed_at) values ($1, '\\x00', now())`,
      [user.id],
    ),
  )
  const grid = await openUsers(page, `?login=${user.login}`)
  await grid.getByText(user.login).first().click()
  await page.getByRole('main').getByRole('button', { name: 'Access', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Access of Ida Moor' })
  await dialog.getByRole('button', { name: 'Remove second factor' }).click()
  const question = page.getByRole('dialog', { name: 'Remove second factor?' })
  await question.getByRole('button', { name: 'Remove second factor' }).click()
  await expect(page.getByText('Second factor removed')).toBeVisible()
  await expect(dialog).toContainText('Off: the password is enough')
  await expect(dialog.getByRole('button', { name: 'Remove second factor' })).toBeHidden()
  await expect(dialog.getByRole('list', { name: 'History of account and rights' })).toContainText('removed')
})
