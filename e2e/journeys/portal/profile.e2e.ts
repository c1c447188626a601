import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { hostileTexts, listenForHarm } from '../../support/hostile-text.ts'
import { notices } from '../../support/load-dialog.ts'
import { signInAsNew, tokenOfUser } from '../../support/records/own-user.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { newestMessage } from '../../support/sign-in.ts'
import { expect, password, test } from '../../support/test-fixtures.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })
const pressing = async (page: Page, label: string, option: string, typed = option) => {
  await page.getByLabel(label).last().fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The smallest picture there is: one white pixel. */
function onePixelPng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 255, 255]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.describe('the profile', () => {
  test('SHELL-23 SHELL-40 PROFILE-01 PROFILE-04 PROFILE-07 PROFILE-08 PROFILE-09 PROFILE-10 PROFILE-16 My Account is found, asks before it deletes or is left, and says what is wrong', async ({
    page,
  }) => {
    await signInAsNew(page)
    await test.step('SHELL-23 SHELL-40 PROFILE-01 My Account is in the profile menu and in the palette, and shows the own names and numbers', async () => {
      await page.goto('/portal/')
      await page.getByRole('banner').getByRole('button', { name: 'Marisol Echeverría' }).click()
      await expect(page.getByRole('menuitem')).toHaveText(['My Account', 'Logout'])
      await page.getByRole('menuitem', { name: 'My Account' }).click()
      await expect(page).toHaveURL('/portal/myaccount')
      await expect(page.getByLabel('First name')).toHaveValue('Marisol')
      await expect(page.getByLabel('Middle name')).toHaveValue('')
      await expect(page.getByLabel('Last name')).toHaveValue('Echeverría')
      await expect(page.getByLabel('FFE username')).toBeVisible()
      await expect(page.getByLabel('NPN')).toBeVisible()
      await navigate(page, '/portal/')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do anything' }).fill('my acc')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/portal/myaccount')
    })
    await test.step("PROFILE-04 deleting asks 'Really delete?': No keeps the entry, Yes removes it", async () => {
      for (const one of ['email', 'phone', 'address']) {
        await page.getByRole('button', { name: `Add ${one}` }).click()
        const entry = page.getByRole('button', { name: `Delete ${one} 1` })
        const question = page.getByRole('dialog', { name: 'Really delete?' })
        await entry.click()
        await question.getByRole('button', { name: 'No', exact: true }).click()
        await expect(question).toHaveCount(0)
        await expect(entry).toBeFocused()
        await entry.click()
        await question.getByRole('button', { name: 'Yes', exact: true }).click()
        // The next kind opens its own dialog, so this one must disappear first.
        await expect(question).toHaveCount(0)
        await expect(entry).toHaveCount(0)
        await expect(page.getByRole('button', { name: `Add ${one}` })).toBeFocused()
      }
    })
    await test.step('PROFILE-07 PROFILE-08 PROFILE-09 PROFILE-10 fields keep their lengths and say what is wrong in the words of the specification', async () => {
      for (const name of ['First name', 'Middle name', 'Last name']) {
        await page.getByLabel(name).fill('')
        await page.getByLabel(name).pressSequentially('N'.repeat(55))
        await expect(page.getByLabel(name)).toHaveValue('N'.repeat(50))
      }
      await page.getByRole('button', { name: 'Add email' }).click()
      await page.keyboard.type('nonsense')
      await page.getByRole('button', { name: 'Add phone' }).click()
      await page.keyboard.type('30555')
      await page.getByRole('button', { name: 'Add address' }).click()
      await page.getByLabel('ZIP code').pressSequentially('33-1x3 9')
      await expect(page.getByLabel('ZIP code')).toHaveValue('33139')
      let sent = false
      page.on('request', (request) => {
        sent ||= request.method() === 'PUT'
      })
      await update(page).click()
      await expect(page.getByText('Must be valid email')).toBeVisible()
      await expect(page.getByText('Not a Phone')).toBeVisible()
      await expect(page.getByText('Address is required')).toBeVisible()
      await expect(page.getByText('3 fields to correct')).toBeVisible()
      await page.getByLabel('Address', { exact: true }).pressSequentially('A'.repeat(100))
      await expect(page.getByLabel('Address', { exact: true })).toHaveValue('A'.repeat(95))
      await page.getByLabel('Email', { exact: true }).fill(`${'e'.repeat(51)}@agency.test`)
      await expect(page.getByText('At most 62 characters')).toBeVisible()
      expect(sent).toBe(false)
    })
    await test.step('leaving with something unsaved is asked: Stay keeps it, Leave goes on; saved or restored nothing is asked', async () => {
      await page.getByRole('button', { name: 'Restore' }).click()
      const goHome = async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Find or do anything' }).fill('home')
        await page.keyboard.press('Enter')
      }
      await page.getByLabel('Middle name').fill('Inés')
      await goHome()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(page.getByLabel('Middle name')).toHaveValue('Inés')
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByLabel('Middle name')).toHaveValue('')
      await goHome()
      await expect(page).toHaveURL('/portal/customer')
      await page.goBack()
      await page.getByLabel('Middle name').fill('Inés')
      await goHome()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL('/portal/customer')
    })
    await test.step("PROFILE-16 without its contact My Account shows 'User Not Loaded', and loads when it can", async () => {
      await page.route('**/api/Contacts/*', (route) =>
        route.fulfill({
          status: 404,
          json: { code: 'contact.not_found', message: 'Customer not found.', requestId: 'x' },
        }),
      )
      await page.goto('/portal/myaccount')
      await expect(page.getByText('User Not Loaded')).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByLabel('First name')).toHaveValue('Marisol')
    })
  })

  test('PROFILE-02 PROFILE-03 PROFILE-05 PROFILE-06 MSG-09 P-74 saving, and a conflicting edit by another user', async ({
    page,
  }) => {
    const { token } = await signInAsNew(page)
    await test.step("PROFILE-06 MSG-09 P-74 a save that fails says 'Error saving changes' with the server's sentence, keeps what was typed, and shows both versions", async () => {
      await page.goto('/portal/myaccount')
      await page.getByLabel('Middle name').fill('Mine')
      const headers = { authorization: `Bearer ${token}` }
      const me = await (await page.request.get('/api/CurrentUser', { headers })).json()
      const address = `/api/Contacts/${me.contactId}`
      const { id, ...stored } = await (await page.request.get(address, { headers })).json()
      const other = await page.request.put(address, { headers, data: { ...stored, middleName: 'Theirs' } })
      expect([id, other.status()]).toEqual([me.contactId, 200])
      await update(page).click()
      await expect(
        notices(page).getByText('Error saving changes Someone else changed this record. Check it and save again.'),
      ).toBeVisible()
      // Both versions side by side, and the user who saved first.
      const conflict = page.getByRole('alert', { name: 'Changed by someone else' })
      await expect(conflict).toContainText('changed this contact on')
      await expect(conflict).toContainText('Middle name - → Theirs')
      await expect(page.getByLabel('Middle name')).toHaveValue('Mine')
      await conflict.getByRole('radio', { name: /Take theirs/ }).check()
      await expect(page.getByLabel('Middle name')).toHaveValue('Theirs')
      await conflict.getByRole('radio', { name: /Keep mine/ }).check()
      await update(page).click()
      await expect(notices(page).getByText('Changes saved')).toBeVisible()
      await expect(conflict).toHaveCount(0)
      expect((await (await page.request.get(address, { headers })).json()).middleName).toBe('Mine')
    })
    await test.step('PROFILE-02 PROFILE-03 PROFILE-05 MSG-09 names, lists with purposes and an address from the look-ups are saved, and a reload shows them', async () => {
      await page.goto('/portal/myaccount')
      await page.getByLabel('Middle name').fill('Inés')
      await page.getByLabel('FFE username').fill('marisol.ffe')
      await page.getByLabel('NPN').fill('19283746')
      await page.getByRole('button', { name: 'Add email' }).click()
      await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
      await page.keyboard.type('marisol@agency.test')
      await section(page, 'Emails').getByLabel('Work').check()
      await page.getByRole('button', { name: 'Add email' }).click()
      await page.keyboard.type('home@agency.test')
      await page.getByRole('button', { name: 'Add phone' }).click()
      await page.keyboard.type('3055550142')
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(305) 555-0142')
      await section(page, 'Phones').getByLabel('Mobile').check()
      await page.getByRole('button', { name: 'Add address' }).click()
      await page.keyboard.type('12 Ocean Drive')
      await expect(page.getByLabel('City')).toBeDisabled()
      await pressing(page, 'State', 'Florida')
      await pressing(page, 'City', 'Miami Beach', 'miami b')
      await page.getByLabel('ZIP code').fill('33139')
      await section(page, 'Addresses').getByLabel('Mailing').check()
      const saved = page.waitForRequest((request) => request.method() === 'PUT')
      await update(page).click()
      await expect(notices(page).getByText('Changes saved')).toBeVisible()
      expect(new URL((await saved).url()).pathname).toMatch(/^\/api\/Contacts\/\d+$/)
      await expect(page.getByRole('banner').getByRole('button', { name: 'Marisol Inés Echeverría' })).toBeVisible()

      await page.reload()
      await expect(page.getByLabel('Middle name')).toHaveValue('Inés')
      await expect(page.getByLabel('FFE username')).toHaveValue('marisol.ffe')
      await expect(page.getByLabel('NPN')).toHaveValue('19283746')
      await expect(page.getByLabel('Email', { exact: true }).first()).toHaveValue('marisol@agency.test')
      await expect(page.getByLabel('Email', { exact: true }).last()).toHaveValue('home@agency.test')
      await expect(section(page, 'Emails').getByLabel('Work').first()).toBeChecked()
      await expect(section(page, 'Emails').getByLabel('Work').last()).not.toBeChecked()
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(305) 555-0142')
      await expect(section(page, 'Phones').getByLabel('Mobile')).toBeChecked()
      await expect(page.getByLabel('Address', { exact: true })).toHaveValue('12 Ocean Drive')
      await expect(page.getByLabel('Country')).toHaveValue('United States')
      await expect(page.getByLabel('State')).toHaveValue('Florida')
      await expect(page.getByLabel('City')).toHaveValue('Miami Beach')
      await expect(page.getByLabel('ZIP code')).toHaveValue('33139')
      await expect(section(page, 'Addresses').getByLabel('Mailing')).toBeChecked()

      await pressing(page, 'State', 'Texas')
      await expect(page.getByLabel('City')).toHaveValue('')
    })
  })

  test('P-38 hostile texts in all text fields never run, here and in the menu', async ({ page }) => {
    test.slow(true, 'types into every field')
    const harm = await listenForHarm(page)
    const { token } = await signInAsNew(page)
    const headers = { authorization: `Bearer ${token}` }
    const me = await (await page.request.get('/api/CurrentUser', { headers })).json()
    const address = `/api/Contacts/${me.contactId}`
    await page.goto('/portal/myaccount')
    const addresses = hostileTexts.map((text) => ({
      address: text,
      countryId: null,
      stateId: null,
      cityId: null,
      zipCode: '',
      purposes: [],
    }))
    for (let first = 0; first < hostileTexts.length; first += 4) {
      const [firstName = '', middleName = '', lastName = '', FFEID = ''] = hostileTexts
        .slice(first, first + 4)
        .map((text) => text.slice(0, 50).trim())
      const { id: _, ...stored } = await (await page.request.get(address, { headers })).json()
      const data = { ...stored, firstName, middleName, lastName, FFEID, addresses }
      const answer = await page.request.put(address, { headers, data })
      expect(answer.status()).toBe(200)
      await page.reload()
      await expect(page.getByLabel('First name')).toHaveValue(firstName)
      await expect(page.getByLabel('FFE username')).toHaveValue(FFEID)
      await expect(page.getByLabel('Address', { exact: true }).last()).toHaveValue(hostileTexts.at(-1) ?? '')
      await page.getByRole('banner').getByRole('button').last().click()
      await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeVisible()
    }
    expect(harm).toEqual([])
  })
})

test.describe('the photo', () => {
  const photoInput = (page: Page) => section(page, 'Photo').locator('input[type="file"]')
  const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
    photoInput(page).setInputFiles({ name, mimeType, buffer })
  const inMenu = (page: Page) => page.getByRole('banner').locator('img')

  test('PROFILE-11 PROFILE-12 PROFILE-13 PROFILE-14 SHELL-42 P-52 a photo is taken and removed, and what is none is refused', async ({
    page,
  }) => {
    await signInAsNew(page)
    await test.step("PROFILE-11 PROFILE-13 PROFILE-14 SHELL-42 an uploaded photo says 'Photo updated' and appears on My Account and in the profile menu; removed, the initials are back", async () => {
      await page.goto('/portal/myaccount')
      await expect(page.getByRole('banner').locator('[data-initials="ME"]')).toBeVisible()
      await expect(photoInput(page)).toHaveAttribute('accept', 'image/*')
      const sending = page.waitForRequest((request) => request.method() === 'POST')
      await choose(page, 'me.png', 'image/png', onePixelPng())
      await expect(notices(page).getByText('Photo updated')).toBeVisible()
      const request = await sending
      expect(new URL(request.url()).pathname).toBe('/api/user/photo')
      expect(request.headers()['content-type']).toContain('multipart/form-data')
      await expect(inMenu(page)).toHaveAttribute('src', /^data:image\/png;base64,/)
      await expect(section(page, 'Photo').locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/)
      await navigate(page, '/portal/')
      await expect(inMenu(page)).toBeVisible()
      await navigate(page, '/portal/myaccount')
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('dialog', { name: 'Really delete?' }).getByRole('button', { name: 'Yes' }).click()
      await expect(page.getByRole('banner').locator('[data-initials="ME"]')).toBeVisible()
    })
    await test.step("PROFILE-12 PROFILE-13 P-52 what is no image says 'Error updating photo' with the server's sentence, and the photo stays as it was", async () => {
      await choose(
        page,
        'me.svg',
        'image/svg+xml',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      )
      await expect(notices(page).getByText('Error updating photo Only an image is accepted')).toBeVisible()
      await expect(page.getByRole('banner').locator('[data-initials="ME"]')).toBeVisible()
      await choose(page, 'big.jpg', 'image/jpeg', Buffer.alloc(6 * 1024 ** 2, 'x'))
      await expect(
        notices(page).getByText('Error updating photo The photo may be at most 5 MB and 25 megapixels'),
      ).toBeVisible()
    })
  })
})

test.describe('sign-in', () => {
  test('P-13 sessions, email, language and password are changed', async ({ page }) => {
    const { userName } = await signInAsNew(page)
    await test.step('a login that waits to take over is seen among the sessions and ended before it does', async () => {
      await page.goto('/portal/myaccount')
      const list = page.getByRole('list', { name: 'Sessions' })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await expect(list).toContainText('This session')
      const waiting = await tokenOfUser(page, userName)
      await page.reload()
      const row = list.getByRole('listitem').filter({ hasText: 'Waiting to replace another session' })
      await row.getByRole('button', { name: /^End/ }).click()
      await expect(notices(page).getByText('Session ended')).toBeVisible()
      await expect(list.getByRole('listitem')).toHaveCount(1)
      const answer = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${waiting}` } })
      expect(answer.status()).toBe(401)
      await tokenOfUser(page, userName)
      await page.reload()
      await page.getByRole('button', { name: 'End all others' }).click()
      await page.getByRole('button', { name: 'End sessions' }).click()
      await expect(list.getByRole('listitem')).toHaveCount(1)
    })
    await test.step('P-13 another sign-in email asks for the password; the language does not', async () => {
      const form = page.getByRole('form', { name: 'Sign-in and messages' })
      await form.getByText('Español').click()
      await expect(form.getByLabel('Your password', { exact: true })).toHaveCount(0)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(notices(page).getByText('Changes saved')).toBeVisible()
      await expect(form.getByLabel('Español')).toBeChecked()
      await form.getByLabel('Sign-in email').fill('marisol.new@agency.test')
      await form.getByLabel('Your password', { exact: true }).fill('Wrong-Password-1')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('The current password is not right')).toBeVisible()
      await form.getByLabel('Your password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      const code = page.getByLabel('Code from the email')
      await expect(code).toBeVisible()
      await expect(page.getByText('We sent a code to marisol.new@agency.test.')).toBeVisible()
      await expect(form.getByLabel('Sign-in email')).not.toHaveValue('marisol.new@agency.test')
      await expectAccessible(page, 'account-confirm-email', { fullPage: true })
      await code.fill('12')
      await page.keyboard.press('Enter')
      await expect(page.getByText('The code has 6 digits')).toBeVisible()
      const sent = await newestMessage(page, 'marisol.new@agency.test', 'confirm-email')
      await code.fill(sent.code ?? '')
      await page.keyboard.press('Enter')
      await expect(code).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('main').getByText('marisol.new@agency.test', { exact: true })).toBeVisible()
      await expect(form.getByLabel('Sign-in email')).toHaveValue('marisol.new@agency.test')
      await expect(form.getByLabel('Español')).toBeChecked()
    })
    await test.step('P-13 another number for codes is used once the code that is texted to it is entered', async () => {
      const form = page.getByRole('form', { name: 'Sign-in and messages' })
      const number = form.getByLabel('Mobile number for codes')
      await number.pressSequentially('3055550177')
      await form.getByLabel('Your password', { exact: true }).fill(password)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('We sent a code to (305) 555-0177.')).toBeVisible()
      await expect(number).toHaveValue('')
      const sent = await newestMessage(page, '3055550177', 'confirm-phone')
      await page.getByLabel('Code from the text message').fill(sent.code ?? '')
      await page.getByRole('button', { name: 'Confirm number' }).click()
      await expect(page.getByLabel('Code from the text message')).toHaveCount(0)
      await expect(number).toHaveValue('(305) 555-0177')
    })
    await test.step('P-13 the password is changed with the current one, and the new one signs in', async () => {
      const form = page.getByRole('form', { name: 'Password', exact: true })
      const fill = async (current: string, pass: string, again: string) => {
        await form.getByLabel('Current password', { exact: true }).fill(current)
        await form.getByLabel('New password', { exact: true }).fill(pass)
        await form.getByLabel('New password again', { exact: true }).fill(again)
        await form.getByRole('button', { name: 'Change password' }).click()
      }
      const fresh = 'Morning-Ferry-77'
      await fill(password, 'short', 'other')
      await expect(form.getByText('At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20')).toBeVisible()
      await fill('Wrong-Password-1', fresh, fresh)
      await expect(form.getByText('The current password is not right')).toBeVisible()
      await expect(form.getByLabel('Current password', { exact: true })).toBeFocused()
      await fill(password, fresh, fresh)
      await expect(notices(page).getByText('Password changed')).toBeVisible()
      await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
      expect(await tokenOfUser(page, userName, fresh)).toBeTruthy()
    })
  })
})
