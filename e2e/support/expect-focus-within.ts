import { expect, type Locator } from '@playwright/test'

/** Waits until an opened dialog or an element in it has the focus. */
export async function expectFocusWithin(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}
