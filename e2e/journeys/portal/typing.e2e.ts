import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { makeAgent } from '../../support/records/agent-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Clicks into an input, as a person does, and types key by key. */
async function typeInto(input: Locator, text: string): Promise<void> {
  await input.click()
  await input.page().keyboard.type(text)
}

/** Text of an input with `|` at the caret: '03/1|4'. */
function withCaret(input: Locator): Promise<string> {
  return input.evaluate((box: HTMLInputElement) => {
    const at = box.selectionStart ?? 0
    return `${box.value.slice(0, at)}|${box.value.slice(at)}`
  })
}

/** Places the caret by the keyboard. */
async function caretTo(input: Locator, position: number): Promise<void> {
  await input.evaluate((box: HTMLInputElement, at) => box.setSelectionRange(at, at), position)
}

/** Selects the part of a text by the keyboard. */
async function selectPart(input: Locator, from: number, length: number): Promise<void> {
  await input.evaluate(
    (box: HTMLInputElement, [start, end]) => box.setSelectionRange(start ?? 0, end ?? 0),
    [from, from + length],
  )
}

/** Selects the whole text by the keyboard; again where the mask placed its caret a moment later. */
async function selectAll(input: Locator): Promise<void> {
  await expect(async () => {
    await input.press('Control+A')
    const isSelected = await input.evaluate(
      (box: HTMLInputElement) =>
        new Promise<boolean>((settled) => {
          setTimeout(() => settled((box.selectionEnd ?? 0) - (box.selectionStart ?? 0) === box.value.length), 20)
        }),
    )
    expect(isSelected).toBe(true)
  }).toPass()
}

/** Pastes over what is selected. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

async function openNewCustomer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  return page.getByRole('dialog', { name: 'New customer' })
}

async function openOfflineForm(page: Page): Promise<void> {
  await page.goto('/portal/form/new')
  await expect(page.getByLabel('Source')).toBeVisible()
}

async function deleteDraft(page: Page, token: string): Promise<void> {
  const answer = await page.request.delete('/api/OfflineApp/draft', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok()).toBe(true)
}

test('CUST-09 CONST-07 CONST-11 SHELL-51 dates and phone numbers are typed, pasted and corrected key by key', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  await page.goto('/portal/customerManage')
  await test.step('SHELL-51 Cancel closes a form in which nothing was typed', async () => {
    const dialog = await openNewCustomer(page)
    await expect(dialog.getByLabel('First name')).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Really close?')).toBeHidden()
  })
  const dialog = await openNewCustomer(page)
  const birth = dialog.getByRole('textbox', { name: /^Date of birth/ })
  const phone = dialog.getByLabel(/^Phone/)
  await test.step('CUST-09 CONST-07 a date is typed without slashes, with slashes and without leading zeros', async () => {
    await typeInto(birth, '03141988')
    await expect(birth).toHaveValue('03/14/1988')
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Must be valid date')).toBeHidden()
    for (const typed of ['03/14/1988', '3/14/1988', '3-14-1988']) {
      await selectAll(birth)
      await birth.pressSequentially(typed)
      await expect(birth).toHaveValue('03/14/1988')
    }
    await selectAll(birth)
    await birth.pressSequentially('02301988')
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Must be valid date')).toBeVisible()
  })
  await test.step('CONST-07 a date is pasted in any common notation, over what is there', async () => {
    for (const [pasted, shown] of [
      ['2026-03-09', '03/09/2026'],
      ['12/25/1990', '12/25/1990'],
      ['1/5/1990', '01/05/1990'],
      ['07041976', '07/04/1976'],
    ] as const) {
      await selectAll(birth)
      await paste(page, pasted)
      await expect(birth).toHaveValue(shown)
    }
  })
  await test.step('CONST-07 a date is corrected in the middle, and the caret stays', async () => {
    await selectAll(birth)
    await birth.pressSequentially('03141988')
    await selectPart(birth, 0, 2)
    await page.keyboard.type('12')
    await expect.poll(() => withCaret(birth)).toBe('12|/14/1988')
    await caretTo(birth, 3)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(birth), 'the digit before the slash').toBe('1|1/41/988')
    await page.keyboard.type('2')
    await expect.poll(() => withCaret(birth)).toBe('12|/14/1988')
    await page.keyboard.press('Delete')
    await expect.poll(() => withCaret(birth), 'the digit after the slash').toBe('12|/41/988')
    await page.keyboard.type('1')
    await expect(birth).toHaveValue('12/14/1988')
    await page.keyboard.press('x')
    await expect(birth).toHaveValue('12/14/1988')
    await expect.poll(() => withCaret(birth), 'a letter changes nothing').toBe('12/1|4/1988')
  })
  await test.step('CONST-11 a phone number keeps its caret over typing, deleting and letters', async () => {
    await typeInto(phone, '5551234567')
    await expect(phone).toHaveValue('(555) 123-4567')
    await caretTo(phone, 6)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(phone), 'the digit before the bracket').toBe('(55|1) 234-567')
    await page.keyboard.type('9')
    await expect(phone).toHaveValue('(559) 123-4567')
    await caretTo(phone, 8)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(phone)).toBe('(559) 1|34-567')
    await page.keyboard.press('a')
    await expect.poll(() => withCaret(phone)).toBe('(559) 1|34-567')
    await selectPart(phone, 1, 3)
    await page.keyboard.type('305')
    await expect(phone).toHaveValue('(305) 134-567')
    for (const pasted of ['+1 (305) 555-0142', '305.555.0142', '13055550142']) {
      await selectAll(phone)
      await paste(page, pasted)
      await expect(phone).toHaveValue('(305) 555-0142')
    }
    await selectAll(phone)
    await page.keyboard.press('Delete')
    await expect(phone).toHaveValue('')
  })
  await test.step('SHELL-51 Cancel asks after something was typed', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Really close?' }).getByRole('button', { name: 'Yes' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('SHELL-51 Back asks before it closes a dialog of the address in which something was typed, and saving asks nothing', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/customerManage')
  const lastName = `Back${randomUUID().slice(0, 8)}`
  const dialog = await openNewCustomer(page)
  await dialog.getByLabel('First name').pressSequentially('Luz')
  // `page.goBack` would wait for a navigation that the question holds back.
  const goBack = () => page.evaluate(() => history.back())
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await goBack()
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Luz')
  await goBack()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/portal/customerManage')

  await openNewCustomer(page)
  await goBack()
  await expect(dialog).toBeHidden()
  await openNewCustomer(page)
  await dialog.getByLabel('First name').pressSequentially('Luz')
  await dialog.getByLabel('Last name').pressSequentially(lastName)
  await dialog.getByLabel('Phone').pressSequentially('3055550142')
  await dialog.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('02281988')
  await dialog.getByLabel('Email').pressSequentially(`${lastName}@example.com`)
  await dialog.getByText('Female', { exact: true }).click()
  await dialog.getByText('NO', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(leaving).toBeHidden()
})

test('RATE-06 RATE-08 CONST-13 the amount of a rate replaces its $0.00, and its dates are typed digit by digit', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  await page.goto(`/portal/manage/rates/${agent.id}`)
  await page.getByRole('button', { name: 'New Rate' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Rate' })
  const rate = dialog.getByLabel('Rate', { exact: true })
  await expect(rate).toHaveValue('$0.00')
  const leave = () => page.keyboard.press('Tab')
  await test.step('RATE-06 a click selects the amount, as Tab does', async () => {
    await typeInto(rate, '12.5')
    await expect(rate).toHaveValue('12.5')
    await leave()
    await expect(rate).toHaveValue('$12.50')
    await page.keyboard.press('Shift+Tab')
    await expect(rate).toBeFocused()
    await page.keyboard.type('1234.5')
    await leave()
    await expect(rate).toHaveValue('$1,234.50')
  })
  await test.step('CONST-13 a second click places the caret, and the middle of an amount can be changed', async () => {
    await rate.click()
    await rate.click()
    await caretTo(rate, 2)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(rate)).toBe('1|34.50')
    await page.keyboard.type('9')
    await leave()
    await expect(rate).toHaveValue('$1,934.50')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.type('2')
    await leave()
    await expect(rate).toHaveValue('$2,934.50')
  })
  await test.step('CONST-13 a pasted amount is read, and unreadable text is refused', async () => {
    await rate.click()
    await paste(page, '$2,500.75')
    await leave()
    await expect(rate).toHaveValue('$2,500.75')
    await typeInto(rate, '1.234,50')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog.getByText('Type an amount, like 1250.50')).toBeVisible()
    await expect(rate).toHaveValue('1.234,50')
  })
  await test.step('RATE-08 the dates', async () => {
    const start = dialog.getByLabel('Start date', { exact: true })
    await typeInto(start, '01152099')
    await expect(start).toHaveValue('01/15/2099')
    const end = dialog.getByLabel('End date optional', { exact: true })
    await typeInto(end, '2/1/2099')
    await expect(end).toHaveValue('02/01/2099')
    await expect(dialog.getByText('Must be valid date')).toBeHidden()
  })
})

test('CONST-13 a percent is typed, corrected in the middle, replaced and pasted key by key', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  await page.goto('/portal/commissions/contracts')
  await page.getByRole('button', { name: 'New Contract', exact: true }).click()
  const percent = page.getByRole('dialog').getByLabel('Percent', { exact: true })
  const leave = () => page.keyboard.press('Tab')
  await typeInto(percent, '12.5')
  await expect(percent).toHaveValue('12.5')
  await leave()
  await expect(percent).toHaveValue('12.5%')
  await page.keyboard.press('Shift+Tab')
  await caretTo(percent, 1)
  await page.keyboard.press('Delete')
  await page.keyboard.type('7')
  await expect.poll(() => withCaret(percent)).toBe('17|.5%')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('60')
  await leave()
  await expect(percent).toHaveValue('60%')
  await percent.click()
  await paste(page, '33.25 %')
  await leave()
  await expect(percent).toHaveValue('33.25%')
})

test('OFFLINE-13 CONST-11 CONST-12 CONST-13 social security numbers, cards, zip codes and incomes of the offline form are typed key by key', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await deleteDraft(page, await signIn('agent'))
  await openOfflineForm(page)
  await test.step('CONST-11 a social security number', async () => {
    const ssn = section(page, 'Primary').getByLabel('SSN')
    await typeInto(ssn, '123456789')
    await expect(ssn).toHaveValue('123-45-6789')
    await caretTo(ssn, 4)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(ssn), 'the digit before the hyphen').toBe('12|4-56-789')
    await page.keyboard.type('3')
    await page.keyboard.press('Tab')
    await expect(ssn).toHaveValue('•••-••-6789')
    await page.keyboard.press('Shift+Tab')
    await expect(ssn).toHaveValue('123-45-6789')
    await page.keyboard.type('987')
    await expect(ssn, 'Tab selects the number, so typing replaces it').toHaveValue('987')
    // The mask places the caret after the input event, which would end a selection made before.
    await expect.poll(() => withCaret(ssn)).toBe('987|')
    await selectAll(ssn)
    await paste(page, '123 45 6789')
    await expect(ssn).toHaveValue('123-45-6789')
    await selectAll(ssn)
    await page.keyboard.press('Backspace')
    await expect(ssn).toHaveValue('')
  })
  await test.step('CONST-12 a card', async () => {
    const card = section(page, 'Payment Card')
    const number = card.getByLabel('Card number')
    await typeInto(number, '4111111111111111')
    await expect(number).toHaveValue('4111 1111 1111 1111')
    await expect(card.getByText('Visa')).toBeVisible()
    await caretTo(number, 5)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(number), 'the digit before the space').toBe('411|1 1111 1111 111')
    await page.keyboard.type('9')
    await expect(number).toHaveValue('4119 1111 1111 1111')
    await selectAll(number)
    await paste(page, '3782-822463-10005')
    await expect(number).toHaveValue('3782 822463 10005')
    await selectAll(number)
    await page.keyboard.press('Delete')
    const expiration = card.getByLabel('Expiration')
    for (const typed of ['1131', '11/31']) {
      await selectAll(expiration)
      await expiration.pressSequentially(typed)
      await expect(expiration).toHaveValue('11/31')
    }
    await selectAll(expiration)
    await expiration.pressSequentially('3/31')
    await expect(expiration).toHaveValue('03/31')
    await selectAll(expiration)
    await paste(page, '11/2031')
    await expect(expiration).toHaveValue('11/31')
    await caretTo(expiration, 3)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(expiration), 'the digit before the slash').toBe('1|3/1')
    await page.keyboard.type('2')
    await expect(expiration).toHaveValue('12/31')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Backspace')
    const code = card.getByLabel('CVV')
    await typeInto(code, '12a34')
    await expect(code).toHaveValue('1234')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Backspace')
  })
  await test.step('a zip code drops all but its digits', async () => {
    const zip = section(page, 'Primary').getByLabel('Zip code')
    await typeInto(zip, '33x1-39')
    await expect(zip).toHaveValue('33139')
    await caretTo(zip, 2)
    await page.keyboard.press('Backspace')
    await expect.poll(() => withCaret(zip)).toBe('3|139')
    await selectPart(zip, 0, 4)
    await page.keyboard.type('10001')
    await expect(zip).toHaveValue('10001')
    await selectAll(zip)
    await paste(page, ' 33139 ')
    await expect(zip).toHaveValue('33139')
  })
  await test.step('OFFLINE-13 the $0.00 of the unemployed is not the income of the employed', async () => {
    const income = section(page, 'Income')
    const amount = income.getByLabel('Annual income')
    await income.getByLabel('Unemployed').check()
    await expect(amount).toHaveValue('$0.00')
    await income.getByLabel('Employed', { exact: true }).check()
    await expect(amount).toHaveValue('')
    await typeInto(amount, '500')
    await page.keyboard.press('Tab')
    await expect(amount).toHaveValue('$500.00')
    await income.getByLabel('Unemployed').check()
    await expect(amount, 'an amount that the person typed stays').toHaveValue('$500.00')
    await amount.click()
    await page.keyboard.press('Delete')
    await page.keyboard.type('1200')
    await page.keyboard.press('Tab')
    await expect(amount).toHaveValue('$1,200.00')
    await income.getByLabel('Employed', { exact: true }).check()
    await expect(amount).toHaveValue('$1,200.00')
  })
})

test('CONST-03 CONST-07 a date filter takes digits one by one', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/policies/manage')
  await page.getByRole('button', { name: /^More filters/ }).click()
  const box = page.getByPlaceholder('MM/DD/YYYY').first()
  await typeInto(box, '01152026')
  await expect(box).toHaveValue('01/15/2026')
  await expect(page).toHaveURL(/2026-01-15/)
  await caretTo(box, 3)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expect(box).toHaveValue('02/15/2026')
  await expect(page).toHaveURL(/2026-02-15/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** Inserts characters as a touch keyboard does, without key events. */
  const insert = async (page: Page, text: string) => {
    for (const character of text) await page.keyboard.insertText(character)
  }
  const deleteBefore = (page: Page) => page.evaluate(() => document.execCommand('delete'))

  test('CONST-07 CONST-11 CONST-13 a touch keyboard inserts, composes and deletes characters without key events', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn('admin')
    await page.goto('/portal/customerManage')
    const dialog = await openNewCustomer(page)
    const birth = dialog.getByRole('textbox', { name: /^Date of birth/ })
    const phone = dialog.getByLabel(/^Phone/)
    const keyboard = await context.newCDPSession(page)
    const compose = async (text: string) =>
      keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

    await test.step('the number pad opens', async () => {
      for (const input of [birth, phone]) await expect(input).toHaveAttribute('inputmode', 'numeric')
    })
    await test.step('characters are inserted', async () => {
      await birth.tap()
      await insert(page, '03141988')
      await expect(birth).toHaveValue('03/14/1988')
      await phone.tap()
      await insert(page, '3055550142')
      await expect(phone).toHaveValue('(305) 555-0142')
    })
    await test.step('characters are composed', async () => {
      for (const [input, digits, shown] of [
        [birth, '07041976', '07/04/1976'],
        [phone, '7865550199', '(786) 555-0199'],
      ] as const) {
        await input.evaluate((box: HTMLInputElement) => box.select())
        await input.focus()
        for (let length = 1; length <= digits.length; length++) await compose(digits.slice(0, length))
        await keyboard.send('Input.insertText', { text: digits })
        await expect(input).toHaveValue(shown)
      }
    })
    await test.step('a deletion without a key event passes a separator', async () => {
      await phone.focus()
      await caretTo(phone, 6)
      await deleteBefore(page)
      await deleteBefore(page)
      await expect(phone).toHaveValue('(755) 501-99')
      await birth.focus()
      await caretTo(birth, 10)
      for (let digit = 0; digit < 8; digit++) await deleteBefore(page)
      await expect(birth).toHaveValue('')
    })
    await test.step('CONST-13 the decimal pad opens for an amount, and a tap selects it', async () => {
      const agent = await makeAgent(page, await page.evaluate(() => localStorage.getItem('token') ?? ''))
      await page.goto(`/portal/manage/rates/${agent.id}`)
      await page.getByRole('button', { name: 'New Rate' }).first().tap()
      const rate = page.getByRole('dialog', { name: 'New Rate' }).getByLabel('Rate', { exact: true })
      await expect(rate).toHaveAttribute('inputmode', 'decimal')
      await expect(rate).toHaveValue('$0.00')
      await rate.tap()
      await insert(page, '12.5')
      await expect(rate).toHaveValue('12.5')
      await rate.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2))
      await page.keyboard.press('Backspace')
      await expect(rate).toHaveValue('1.5')
      await insert(page, '8')
      await expect(rate).toHaveValue('18.5')
    })
  })

  test('CONST-11 CONST-12 a touch keyboard fills in and corrects social security numbers, cards and zip codes without key events', async ({
    page,
    signIn,
  }) => {
    await deleteDraft(page, await signIn('agent'))
    await openOfflineForm(page)
    const [primary, card] = [section(page, 'Primary'), section(page, 'Payment Card')]
    for (const { input, typed, shown, caret, corrected } of [
      { input: primary.getByLabel('SSN'), typed: '123456789', shown: '123-45-6789', caret: 4, corrected: '124-56-789' },
      { input: primary.getByLabel('Zip code'), typed: '33139', shown: '33139', caret: 2, corrected: '3139' },
      {
        input: card.getByLabel('Card number'),
        typed: '4111111111111111',
        shown: '4111 1111 1111 1111',
        caret: 5,
        corrected: '4111 1111 1111 111',
      },
      { input: card.getByLabel('Expiration'), typed: '1231', shown: '12/31', caret: 3, corrected: '13/1' },
    ]) {
      await expect(input).toHaveAttribute('inputmode', 'numeric')
      await input.tap()
      await insert(page, typed)
      await expect(input).toHaveValue(shown)
      await caretTo(input, caret)
      await deleteBefore(page)
      await expect(input).toHaveValue(corrected)
      await input.evaluate((box: HTMLInputElement) => box.select())
      await deleteBefore(page)
      await expect(input).toHaveValue('')
    }
  })

  test('CONST-13 a touch keyboard fills in and corrects a percent without key events', async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/portal/commissions/contracts')
    await page.getByRole('button', { name: 'New', exact: true }).tap()
    const percent = page.getByRole('dialog').getByLabel('Percent', { exact: true })
    await expect(percent).toHaveAttribute('inputmode', 'decimal')
    await percent.tap()
    await insert(page, '12.5')
    await expect(percent).toHaveValue('12.5')
    await caretTo(percent, 2)
    await deleteBefore(page)
    await expect(percent).toHaveValue('1.5')
  })
})

test('two tabs with the offline form: one saves the draft, the other says so and takes over when it is closed', async ({
  page,
  context,
  signIn,
}) => {
  const token = await signIn('agent')
  await deleteDraft(page, token)
  const storedName = async () => {
    const answer = await page.request.get('/api/OfflineApp/draft', { headers: { authorization: `Bearer ${token}` } })
    return answer.status() === 204 ? null : (await answer.json())?.values.firstName
  }
  const warning = (tab: Page) => tab.getByText('This form is also open in another tab')
  const firstName = (tab: Page) => section(tab, 'Primary').getByLabel('First name')
  await openOfflineForm(page)
  await typeInto(firstName(page), 'Maria')
  await expect(page.getByText('Draft saved')).toBeVisible()
  const second = await context.newPage()
  await second.addInitScript((value) => localStorage.setItem('token', value), token)
  await openOfflineForm(second)
  await expect(warning(second)).toBeVisible()
  await expect(second.getByRole('button', { name: 'Continue' })).toBeHidden()
  await typeInto(firstName(second), 'Luis')
  // Longer than it takes to save a draft.
  await second.waitForTimeout(1_500)
  expect(await storedName()).toBe('Maria')
  await expect(warning(page)).toBeHidden()
  await page.close()
  await expect(warning(second)).toBeHidden()
  await expect(second.getByText('The other tab left a draft')).toBeVisible()
  await second.getByRole('button', { name: 'Discard' }).click()
  await expect(second.getByText('Draft saved')).toBeVisible()
  const answer = await second.request.get('/api/OfflineApp/draft', { headers: { authorization: `Bearer ${token}` } })
  expect((await answer.json()).values.firstName).toBe('Luis')
})

test('text typed beside an offered draft is not lost: leaving asks, and so does continuing with the draft', async ({
  page,
  signIn,
}) => {
  const token = await signIn('agent')
  await deleteDraft(page, token)
  const firstName = section(page, 'Primary').getByLabel('First name')
  await openOfflineForm(page)
  await typeInto(firstName, 'Maria')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  const proceed = page.getByRole('button', { name: 'Continue' })
  await expect(proceed).toBeVisible()
  await typeInto(firstName, 'Luis')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave without submitting?' })
  await expect(leaving).toContainText('To keep it instead, choose Stay, then Discard beside the earlier draft.')
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await proceed.click()
  const replacing = page.getByRole('dialog', { name: 'Continue with the draft?' })
  await replacing.getByRole('button', { name: 'Keep typing' }).click()
  await expect(firstName).toHaveValue('Luis')
  await proceed.click()
  await replacing.getByRole('button', { name: 'Replace' }).click()
  await expect(firstName).toHaveValue('Maria')
})

test('selects take what is typed: Enter chooses the match without submitting, Tab takes the only one', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Lead' })
  const agents = dialog.getByRole('combobox', { name: 'Agent' })
  const sex = dialog.getByRole('combobox', { name: 'Sex' })
  const state = dialog.getByRole('combobox', { name: 'State' })
  await test.step('Enter takes the match that is highlighted, and the form stays open', async () => {
    await typeInto(agents, agent.lastName)
    await page.keyboard.press('Enter')
    await expect(agents).toHaveValue(new RegExp(agent.lastName))
    await expect(dialog.getByText('is required')).toHaveCount(0)
  })
  await test.step('Tab takes the one that begins with the letters', async () => {
    await typeInto(sex, 'm')
    await page.keyboard.press('Tab')
    await expect(sex).toHaveValue('Male')
  })
  await test.step('a text that fits none is said, and Enter does not submit it', async () => {
    await typeInto(state, 'Zz')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No matches')).toBeVisible()
    await expect(dialog.getByText('is required')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(dialog.getByText("No match for 'Zz'")).toBeVisible()
    await expect(state).toHaveValue('')
  })
})
