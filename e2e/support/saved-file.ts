import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Runs `press`, which must download a file, and returns the file's name and content. */
export async function savedFile(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
