import { expect, type Locator } from '@playwright/test'

/** Types the digits of a date one by one over what the input holds, as a person does, and expects the date: '03/14/1988'. */
export async function typeDate(input: Locator, date: string): Promise<void> {
  await input.click()
  await input.press('ControlOrMeta+a')
  await input.page().keyboard.type(date.replaceAll('/', ''))
  await expect(input).toHaveValue(date)
}
