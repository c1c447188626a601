import { expect, type Locator } from '@playwright/test'

/** Waits until an opened dialog has taken the focus, as anybody does before closing it. */
export async function expectFocusWithin(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1)
}
