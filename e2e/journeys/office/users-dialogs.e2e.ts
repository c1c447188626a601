import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { newAgentInput } from '../../support/records/agent-records.ts'
import { listed, rowsOf } from '../../support/records/policy-list.ts'
import { idOf, openUsers } from '../../support/records/user-list.ts'
import {
  type CreatedUser,
  changeUser,
  firstPassword,
  logInFirst,
  makeUser,
  uniqueLogin,
  userNow,
} from '../../support/records/user-records.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const openFor = async (page: Page, dialog: string, { id, login }: CreatedUser) =>
  await page.goto(`/portal/security/users?login=${login}&dialog=${dialog}&user=${id}`)

test.describe('Register', () => {
  test('USER-05 USER-06 USER-07 USER-08 ACCESS-07 a user is registered, or it says why not', async ({
    page,
    signIn,
    context,
  }) => {
    const token = await signIn('security')
    await test.step('USER-05 ACCESS-07 New makes an agent with a made password, who is listed and must set one of their own', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openUsers(page, '?login=c')
      await page.getByRole('button', { name: 'New', exact: true }).click()
      const dialog = dialogOf(page, 'Register')
      const login = uniqueLogin('ida')
      await expect(dialog.getByLabel('User', { exact: true })).toBeFocused()
      await dialog.getByLabel('User', { exact: true }).fill(login)
      await dialog.getByLabel('Email', { exact: true }).fill(login)
      await dialog.getByLabel('First name').fill('Ida')
      await dialog.getByLabel('Last name').fill('Moor')
      await dialog.getByLabel('Phone').fill('3055550111')
      await expect(dialog.getByRole('checkbox', { name: 'agent', exact: true })).toBeChecked()
      await dialog.getByText('Temporary password', { exact: true }).click()
      await expect(dialog.getByText('must change it at the first login, within 24 hours')).toBeVisible()
      await dialog.getByRole('button', { name: 'Generate password' }).click()
      await dialog.getByRole('button', { name: 'Copy' }).click()
      await expect(page.getByText('Password copied')).toBeVisible()
      const made = await page.evaluate(() => navigator.clipboard.readText())
      await expect(dialog.getByText(made, { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Register user' }).click()
      await expect(page.getByText('User registered!')).toBeVisible()
      const grid = page.getByRole('grid', { name: 'Users' })
      await expect(rowsOf(grid).filter({ hasText: login })).toHaveAttribute('aria-selected', 'true')
      await expect(rowsOf(grid).filter({ hasText: login })).toContainText('(305) 555-0111')
      await expect(page.getByText(made, { exact: true })).toHaveCount(0)
      const answer = await page.request.post('/identity/login', { data: { user: login, pass: made } })
      expect(Object.keys(await answer.json())).toEqual(['code'])
    })
    await test.step("USER-06 a login that is taken is refused: 'Couldn't register!' with the server's sentence, at its field", async () => {
      const taken = await makeUser(page, token)
      await page.goto('/portal/security/users?dialog=new')
      const dialog = dialogOf(page, 'Register')
      await dialog.getByLabel('User', { exact: true }).fill(taken.login.toUpperCase())
      await dialog.getByLabel('Email', { exact: true }).fill('other@example.com')
      await dialog.getByText('Temporary password', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Generate password' }).click()
      await dialog.getByRole('button', { name: 'Register user' }).click()
      await expect(page.getByText("Couldn't register! This user name is taken")).toBeVisible()
      await expect(dialog.getByLabel('User', { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByLabel('User', { exact: true })).toBeFocused()
    })
    await test.step('USER-05 the email of an agent is said before saving: the user gets the contact of that agent, and a second one is refused', async () => {
      const email = uniqueLogin('gia')
      await inDatabase((connection) =>
        connection.query(
          `with person as (insert into contacts (first_name, last_name) values ('Gia', 'Stone') returning id)
           insert into agents (contact_id, name, login_email, npn) select id, 'Gia Stone', $1, $2 from person`,
          [email, newAgentInput().npn],
        ),
      )
      await page.goto('/portal/security/users?dialog=new')
      const dialog = dialogOf(page, 'Register')
      await dialog.getByLabel('User', { exact: true }).fill(email)
      await dialog.getByLabel('Email', { exact: true }).pressSequentially(email.toUpperCase())
      await expect(dialog.getByText('This is the email of the agent Gia Stone, NPN')).toBeVisible()
      await expect(dialog.getByLabel('First name')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Register user' }).click()
      await expect(page.getByText('User registered!')).toBeVisible()
      expect(await userNow(page, token, email)).toMatchObject({ name: 'Gia Stone', agentName: 'Gia Stone' })
      await page.goto('/portal/security/users?dialog=new')
      await dialog.getByLabel('User', { exact: true }).fill(uniqueLogin('other'))
      await dialog.getByLabel('Email', { exact: true }).fill(email)
      await expect(dialog.getByText(`who already has the user ${email}. Edit that user instead.`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Register user' }).click()
      await expect(dialog.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    })
    await test.step('USER-07 USER-08 without user, email, a proper password, and the same twice, each field says so at once', async () => {
      await page.goto('/portal/security/users?dialog=new')
      const dialog = dialogOf(page, 'Register')
      await dialog.getByText('Temporary password', { exact: true }).click()
      await dialog.getByLabel('Password', { exact: true }).fill('short')
      await dialog.getByLabel('Password again').fill('other')
      await dialog.getByRole('button', { name: 'Register user' }).click()
      for (const sentence of [
        'User is required',
        'Email is required',
        'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20',
        'Passwords must match',
        '4 fields to correct',
      ])
        await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Generate password' }).click()
      await expect(dialog.getByText('2 fields to correct')).toBeVisible()
    })
  })
})

test.describe('Reset Pass', () => {
  test('USER-08 USER-13 USER-14 USER-15 USER-16 a password is reset, a contact is linked', async ({ page, signIn }) => {
    const token = await signIn('security')
    await test.step('USER-13 USER-14 USER-08 a weak and a common password are refused; a good one is temporary and ends the session', async () => {
      const made = await makeUser(page, token)
      const session = await logInFirst(page, made.login)
      await openFor(page, 'password', made)
      const dialog = dialogOf(page, 'Reset Pass')
      const set = async (pass: string, again = pass) => {
        await dialog.getByLabel('Password', { exact: true }).fill(pass)
        await dialog.getByLabel('Password again').fill(again)
        await dialog.getByRole('button', { name: 'Reset password' }).click()
      }
      await set('weak', 'weaker')
      await expect(dialog.getByText(/^At least 1 lowercase/)).toBeVisible()
      await expect(dialog.getByText('Passwords must match')).toBeVisible()
      await set('Password1234!')
      await expect(page.getByText(/^Error resetting password! This password is too common/)).toBeVisible()
      await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await set(firstPassword)
      await expect(page.getByText('User password reset!')).toBeVisible()
      const after = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${session}` } })
      expect(after.status()).toBe(401)
      const login = await page.request.post('/identity/login', { data: { user: made.login, pass: firstPassword } })
      expect(Object.keys(await login.json())).toEqual(['code'])
      expect(await userNow(page, token, made.login)).toMatchObject({ temporaryUntil: expect.any(String) })
    })
    await test.step('USER-15 a contact is found on the server by name or email, and linked', async () => {
      const made = await makeUser(page, token)
      const name = `Contact${made.id}`
      await inDatabase((connection) =>
        connection.query(`insert into contacts (first_name, last_name) values ('Noor', $1)`, [name]),
      )
      await openFor(page, 'link', made)
      const dialog = dialogOf(page, 'Link to contact')
      await dialog.getByRole('button', { name: 'Link user' }).click()
      await expect(dialog.getByText('Contact is required')).toBeVisible()
      await dialog.getByLabel('Contact', { exact: true }).fill(name)
      await page.getByRole('option', { name: `Noor ${name}` }).click()
      await expect(dialog.getByText("This contact isn't an agent")).toBeVisible()
      await dialog.getByRole('button', { name: 'Link user' }).click()
      await expect(page.getByText('User linked successfully')).toBeVisible()
      await expect(page.getByRole('grid', { name: 'Users' })).toContainText(`Noor ${name}`)
    })
    await test.step('USER-16 a contact that another user has is shown so, and refused', async () => {
      const [made, other] = [await makeUser(page, token), await makeUser(page, token, { lastName: 'Farnkraut' })]
      await openFor(page, 'link', made)
      const dialog = dialogOf(page, 'Link to contact')
      await dialog.getByLabel('Contact', { exact: true }).fill(other.login)
      await page.getByRole('option', { name: `linked to ${other.login}` }).click()
      await expect(dialog.getByText(`This contact is linked to the user ${other.login}.`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Link user' }).click()
      await expect(page.getByText('User not linked. This contact is linked to another user')).toBeVisible()
      await expect(dialog.getByLabel('Contact', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    })
  })
})

test.describe('Link to contact', () => {})

test.describe('User Visibility', () => {
  test('USER-17 USER-18 USER-20 P-30 what a user sees is set', async ({ page, signIn }) => {
    const token = await signIn('security')
    await test.step('USER-17 P-30 rules of agents and areas are added and removed; what is said beforehand is what is seen then', async () => {
      const made = await makeUser(page, token)
      await changeUser(page, token, made.id, { claims: ['view.Policy'] })
      const session = await logInFirst(page, made.login)
      await openFor(page, 'visibility', made)
      const dialog = dialogOf(page, 'User Visibility')
      await expect(dialog.getByText(/^No rules\. No records of their own: no agent is linked\./)).toBeVisible()
      await expect(dialog.getByText('No change: 0 policies of no agent')).toBeVisible()
      const add = async (index: number, typed: string, option: RegExp) => {
        await dialog.getByRole('button', { name: 'Add rule' }).click()
        await expect(dialog.getByLabel('Agent').nth(index)).toBeFocused()
        await page.keyboard.type(typed)
        await page.getByRole('option', { name: option }).first().click()
      }
      await add(0, 'all', /^All agents \(__all__\)$/)
      await expect(
        dialog.getByText(/^Will see [\d,]+ policies of all agents \(now 0\)\. No right to customers, leads,/),
      ).toBeVisible()
      await add(1, 'all', /^All agents \(__all__\)$/)
      await dialog.getByRole('button', { name: 'Set visibility' }).click()
      await expect(dialog.getByText('This rule already exists')).toBeVisible()
      await dialog.getByRole('button', { name: 'Remove rule 2' }).click()
      await dialog.getByRole('button', { name: 'Remove rule 1' }).click()
      await add(0, 'ma', /NPN/)
      await add(1, 'ca', /NPN/)
      await dialog.getByLabel('Area').nth(1).click()
      await page.getByRole('option', { name: 'Lead', exact: true }).click()
      const effect = dialog.getByText(/^Will see [\d,]+ policies of 1 agent \(now 0\)/)
      const count = Number((await effect.innerText()).replace(/^Will see ([\d,]+) .*$/, '$1').replaceAll(',', ''))
      expect(count).toBeGreaterThan(0)
      await dialog.getByRole('button', { name: 'Set visibility' }).click()
      await expect(page.getByText('Visibility set successfully')).toBeVisible()
      expect((await listed(page, session, {})).totalRecords).toBe(count)
      await openFor(page, 'visibility', made)
      await expect(dialog.getByLabel('Area')).toHaveCount(2)
      const areas = () => Promise.all([0, 1].map((index) => dialog.getByLabel('Area').nth(index).inputValue()))
      await expect.poll(async () => (await areas()).sort()).toEqual(['All areas (__all__)', 'Lead'])
      await expect(dialog.getByLabel('Agent').nth(0)).toHaveValue(/^\D+$/)
    })
    await test.step('USER-17 ACCESS-32 a first rule adds to an agent’s own records; another hides them where it is chosen', async () => {
      const agent = { id: await idOf(page, token, userNameOf('agent')), login: userNameOf('agent') }
      await openFor(page, 'visibility', agent)
      const dialog = dialogOf(page, 'User Visibility')
      await expect(dialog.getByText(/^No rules\. Own records: /)).toBeVisible()
      await dialog.getByRole('button', { name: 'Add rule' }).click()
      await page.keyboard.type('not their')
      await page.getByRole('option', { name: 'Not their own records (__not_own__)' }).click()
      await dialog.getByLabel('Area').click()
      await page.getByRole('option', { name: 'Policy', exact: true }).click()
      await expect(dialog.getByText(/^Will see 0 policies of no agent \(now [1-9][\d,]*\)/)).toBeVisible()
      await dialog.getByLabel('Area').click()
      await page.getByRole('option', { name: 'PTO', exact: true }).click()
      await dialog.getByRole('button', { name: 'Set visibility' }).click()
      await expect(dialog.getByText('Records that users create themselves stay visible', { exact: true })).toBeVisible()
    })
    await test.step('USER-18 rules that conflict with another user’s change are refused, and saved once reloaded', async () => {
      const made = await makeUser(page, token)
      await openFor(page, 'visibility', made)
      const dialog = dialogOf(page, 'User Visibility')
      await expect(dialog.getByText('No rules.')).toBeVisible()
      const rules = [{ agentId: '1', resourceId: 'Policy' }]
      const answer = await page.request.put(`/api/UserManage/${made.id}/visibility`, {
        headers: { authorization: `Bearer ${token}` },
        data: { rules },
      })
      expect(answer.status()).toBe(200)
      await dialog.getByRole('button', { name: 'Set visibility' }).click()
      await expect(page.getByText(/^Visibility set error Someone else changed this record/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Reload' }).click()
      await expect(dialog.getByLabel('Area')).toHaveValue('Policy')
      await dialog.getByRole('button', { name: 'Set visibility' }).click()
      await expect(page.getByText('Visibility set successfully')).toBeVisible()
    })
    await test.step("USER-20 a user without a contact: 'No contact linked for this user.', and the way to link one", async () => {
      const made = await makeUser(page, token)
      await inDatabase((connection) => connection.query('update users set contact_id = null where id = $1', [made.id]))
      await openFor(page, 'visibility', made)
      const dialog = dialogOf(page, 'User Visibility')
      await expect(dialog.getByText('No contact linked for this user.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Link to contact' }).click()
      await expect(dialogOf(page, 'Link to contact').getByText('not linked to a contact yet')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })
  })
})

test.describe('dialogs without their user', () => {
  const dialogs = { edit: 'Edit User', password: 'Reset Pass', link: 'Link to contact', visibility: 'User Visibility' }

  test('USER-19 USER-21 dialogs without their user say so', async ({ page, signIn }) => {
    const token = await signIn('security')
    await test.step("USER-19 opened without one each says 'No user selected.'", async () => {
      await openUsers(page)
      for (const [dialog, name] of Object.entries(dialogs)) {
        await navigate(page, `/portal/security/users?dialog=${dialog}`)
        await expect(dialogOf(page, name).getByText('No user selected.')).toBeVisible()
        await expect(dialogOf(page, name).getByRole('button')).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL('/portal/security/users')
    })
    await test.step("USER-21 when the user has not loaded each says 'User Not Loaded' and why, and tries again", async () => {
      const made = await makeUser(page, token)
      for (const [dialog, name] of Object.entries(dialogs)) {
        await navigate(page, `/portal/security/users?dialog=${dialog}&user=999999`)
        await expect(dialogOf(page, name).getByText('User Not Loaded')).toBeVisible()
        await expect(dialogOf(page, name).getByText('This user does not exist')).toBeVisible()
      }
      let aborted = 0
      await page.route(`**/api/UserManage/${made.id}`, async (route) => {
        await route.abort()
        aborted += 1
      })
      await openFor(page, 'edit', made)
      await expect(dialogOf(page, 'Edit User').getByText('User Not Loaded')).toBeVisible()
      // The page retries twice automatically before it shows the button.
      await expect.poll(() => aborted).toBe(3)
      await page.unroute(`**/api/UserManage/${made.id}`)
      await dialogOf(page, 'Edit User').getByRole('button', { name: 'Try again' }).click()
      await expect(dialogOf(page, 'Edit User').getByLabel('Email')).toHaveValue(made.login)
    })
  })
})
