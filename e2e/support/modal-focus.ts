import { expect, type Locator } from '@playwright/test'

/** Waits until an opened dialog, or something in it, has taken the focus, as anybody does before closing it. */
export async function expectFocusWithin(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}
